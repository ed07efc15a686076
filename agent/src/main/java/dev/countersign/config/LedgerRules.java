package dev.countersign.config;

/**
 * Where and how the books are kept ({@code ledger}, spec 5.9). Durability is {@code write}: handed
 * to the kernel before the effect happens.
 *
 * @param dir the directory as written in the file
 * @param recordParamsHashes false for {@code params_hashes: omit}
 */
public record LedgerRules(String dir, boolean recordParamsHashes) {}
