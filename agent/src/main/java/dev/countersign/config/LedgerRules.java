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
 * @param checkpointEvery after how many entries a checkpoint is signed ({@code
 *     receipts.checkpoint.every})
 * @param checkpointKey the file of the key for it ({@code receipts.checkpoint.key}); null for none
 * @param receiptKey the file of the key that signs receipts ({@code receipts.key}); null for none
 * @param anchorKey the file of the key for anchors; null for none
 * @param kid names that key; null without one
 * @param learn whether intents of unbound effects are kept beside the books while nothing is
 *     refused ({@code learn}, spec 5.8)
 */
public record LedgerRules(
    String dir,
    boolean fsync,
    boolean recordParamsHashes,
    long rotateBytes,
    Duration rotateAge,
    int checkpointEvery,
    String checkpointKey,
    String receiptKey,
    String anchorKey,
    String kid,
    boolean learn) {}
