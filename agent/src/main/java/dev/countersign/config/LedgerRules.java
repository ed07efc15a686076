package dev.countersign.config;

import java.time.Duration;

/**
 * Where and how the books are kept ({@code ledger}, spec 5.9).
 *
 * @param dir the directory as written in the file
 * @param fsync whether an entry is on the device before its effect happens ({@code durability:
 *     fsync}); else it is handed to the kernel ({@code write})
 * @param recordParamsHashes false for {@code params_hashes: omit}
 * @param rotateBytes how large a segment becomes, in bytes
 * @param rotateAge how old it becomes
 */
public record LedgerRules(
    String dir, boolean fsync, boolean recordParamsHashes, long rotateBytes, Duration rotateAge) {}
