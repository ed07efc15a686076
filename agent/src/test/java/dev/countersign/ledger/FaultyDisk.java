package dev.countersign.ledger;

import java.io.IOException;
import java.nio.file.Path;

/** Real files on a disk that fills up, tears lines and may refuse to give them back. */
final class FaultyDisk implements LineFile.Factory {

  private final LineFile.Factory real;

  /** Bytes that still fit; a line that does not fit is written up to here. */
  long room = Long.MAX_VALUE;

  /** Whether cutting off fails too. */
  boolean stuck;

  /** Whether no entry can be made durable. */
  boolean volatileOnly;

  /** Whether no record can be made durable. */
  boolean volatileRecords;

  FaultyDisk(Durability durability) {
    real = durability == Durability.FSYNC ? KernelFile.DURABLE : KernelFile.FACTORY;
  }

  @Override
  public LineFile create(Path path) throws IOException {
    LineFile file = real.create(path);
    boolean records = LedgerFiles.isEffects(path.getFileName().toString());
    return new LineFile() {
      @Override
      public void append(byte[] bytes, int length) throws IOException {
        int fits = (int) Math.min(room, length);
        file.append(bytes, fits);
        room -= fits;
        if (fits < length) {
          throw new IOException("No space left on device");
        }
      }

      @Override
      public void cutOff(long length, Lines standing, Lines tried) throws IOException {
        if (stuck) {
          throw new IOException("Input/output error");
        }
        file.cutOff(length, standing, tried);
      }

      @Override
      public void persist() throws IOException {
        if (records ? volatileRecords : volatileOnly) {
          throw new IOException("Input/output error");
        }
        file.persist();
      }

      @Override
      public String fault(long length) {
        return file.fault(length);
      }

      @Override
      public void delete() throws IOException {
        file.delete();
      }

      @Override
      public void close() throws IOException {
        file.close();
      }
    };
  }
}
