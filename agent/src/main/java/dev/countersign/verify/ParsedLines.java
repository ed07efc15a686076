package dev.countersign.verify;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The lines of a chain, read and parsed by a thread of their own while those before them are
 * checked: half of the work does not depend on any entry before. They come in the order of the
 * file.
 *
 * <p>Only the chain is read ahead, never the records beside it: a record is written before the
 * entry that names it, so that whoever reads them in this order finds the record also where the
 * books are still growing.
 *
 * <p>At most {@value #WAITING} batches wait, and two more are being read and checked. A batch is
 * {@value #LINES} lines, fewer where they have more than {@value #BYTES} bytes, at least one. The
 * first one is read without a thread, and small chains have no other.
 *
 * <p>Batches are small so that what one thread made is still in the caches when the other reads it.
 */
final class ParsedLines implements Closeable {

  static final int LINES = 32;
  static final int BYTES = 1 << 15;
  static final int WAITING = 2;
  static final String THREAD = "countersign-lines";

  /**
   * @param bytes without the newline, or null when there are more than {@link
   *     BoundedLines#MAX_LINE}
   * @param ended whether a newline ends it
   * @param value null where it is malformed, too
   * @param malformed why it has no value, or null
   * @param canonical the line, or null where it may be something else than its canonical form
   */
  record Line(
      byte[] bytes,
      boolean ended,
      Object value,
      NotCanonicalException malformed,
      CanonicalLine canonical) {

    private static Line of(byte[] bytes, boolean ended) {
      if (bytes == null) {
        return new Line(null, ended, null, null, null);
      }
      try {
        Object value = Json.parse(bytes, LedgerFields.EXPECTED);
        return new Line(bytes, ended, value, null, CanonicalLine.of(bytes));
      } catch (NotCanonicalException malformed) {
        return new Line(bytes, ended, null, malformed, null);
      }
    }
  }

  /**
   * @param last whether nothing follows
   * @param failure what ended the reading behind these lines, or null
   */
  private record Batch(List<Line> lines, boolean last, Throwable failure) {}

  private final BoundedLines in;
  private final boolean mayReadAhead;
  private final BlockingQueue<Batch> waiting = new ArrayBlockingQueue<>(WAITING);
  private Thread thread;
  private Batch batch;
  private int at;

  /** Reads ahead where there is a processor for it. */
  ParsedLines(BoundedLines in) {
    this(in, Runtime.getRuntime().availableProcessors() > 1);
  }

  /**
   * @param in the caller's again, and not closed, when the last line was given out
   */
  ParsedLines(BoundedLines in, boolean mayReadAhead) {
    this.in = in;
    this.mayReadAhead = mayReadAhead;
  }

  /**
   * The next line, or null behind the last one.
   *
   * @throws IOException what reading failed with, after all lines before
   */
  Line next() throws IOException {
    while (batch == null || at == batch.lines.size()) {
      if (batch != null && batch.failure != null) {
        throw rethrown(batch.failure);
      }
      if (batch != null && batch.last) {
        return null;
      }
      batch = nextBatch();
      at = 0;
    }
    return batch.lines.get(at++);
  }

  private Batch nextBatch() throws IOException {
    if (thread == null && batch != null && mayReadAhead) {
      thread = new Thread(null, this::readAhead, THREAD, 0, false);
      thread.setDaemon(true);
      thread.start();
    }
    if (thread == null) {
      return read();
    }
    try {
      while (true) {
        boolean alive = thread.isAlive();
        Batch next = waiting.poll(1, TimeUnit.SECONDS);
        if (next != null) {
          return next;
        }
        if (!alive) {
          throw new IllegalStateException(
              "the thread that reads ahead ended before the file did; was there no memory for it?");
        }
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the lines of a chain were read");
    }
  }

  private void readAhead() {
    try {
      Batch read;
      do {
        read = read();
        waiting.put(read);
      } while (!read.last);
    } catch (InterruptedException closed) {
      // Nobody waits for more.
      Thread.currentThread().interrupt();
    }
  }

  /** Never throws: what fails is told behind the lines that were read before. */
  private Batch read() {
    List<Line> lines = new ArrayList<>();
    long bytes = 0;
    try {
      while (lines.size() < LINES && bytes < BYTES) {
        if (!in.next()) {
          return new Batch(lines, true, null);
        }
        bytes += in.line() == null ? BoundedLines.MAX_LINE : in.line().length;
        lines.add(Line.of(in.line(), in.ended()));
      }
      return new Batch(lines, false, null);
    } catch (IOException | RuntimeException | Error failure) {
      return new Batch(lines, true, failure);
    }
  }

  private static IOException rethrown(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    if (failure instanceof RuntimeException unexpected) {
      throw unexpected;
    }
    return (IOException) failure;
  }

  /** Ends the reading, wherever it is. */
  @Override
  public void close() {
    if (thread != null) {
      thread.interrupt();
    }
  }
}
