package dev.countersign.verify;

import dev.countersign.ledger.Checkpoint;
import dev.countersign.ledger.LedgerFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One segment of a chain as it lies there, for people.
 *
 * @param name of its chain file
 * @param first number of its first entry; -1 where there is none
 * @param bytes of entries and records
 * @param checkpoint entries of the checkpoint beside it; 0 for none
 * @param anchored whether an anchor lies beside it
 */
public record SegmentFile(String name, long first, long bytes, long checkpoint, boolean anchored) {

  /** Those of a chain, in order. */
  public static List<SegmentFile> of(ChainFiles files) throws IOException {
    List<SegmentFile> segments = new ArrayList<>();
    for (Path path : files.segments()) {
      long first = ChainFiles.firstOf(path);
      long bytes = Files.size(path);
      long checkpoint = 0;
      boolean anchored = false;
      if (LedgerFiles.isChain(path.getFileName().toString())) {
        LedgerFiles beside = LedgerFiles.of(path);
        bytes += Files.isRegularFile(beside.effects()) ? Files.size(beside.effects()) : 0;
        checkpoint = Files.isRegularFile(beside.checkpoint()) ? size(beside.checkpoint()) : 0;
        anchored = Files.isRegularFile(beside.anchor());
      }
      segments.add(
          new SegmentFile(
              path.getFileName().toString(),
              first == Long.MAX_VALUE ? -1 : first,
              bytes,
              checkpoint,
              anchored));
    }
    return segments;
  }

  private static long size(Path file) throws IOException {
    try {
      return Checkpoint.parse(KeptCheckpoints.note(file)).size();
    } catch (IllegalArgumentException none) {
      return 0; // said by the verification
    }
  }
}
