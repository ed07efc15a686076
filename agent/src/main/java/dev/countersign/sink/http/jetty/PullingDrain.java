package dev.countersign.sink.http.jetty;

import dev.countersign.sink.http.Room;
import java.util.concurrent.atomic.AtomicInteger;

/** Reads a body of Jetty 12. */
final class PullingDrain extends Draining implements Runnable {

  private final Chunks chunks;
  private final Object content;
  private final AtomicInteger asked = new AtomicInteger();

  PullingDrain(Chunks chunks, Object content, Room room) {
    super(room);
    this.chunks = chunks;
    this.content = content;
  }

  @Override
  void start() {
    run();
  }

  /** There is something to read, which a body may also say inside the very question for it. */
  @Override
  public void run() {
    if (asked.getAndIncrement() > 0) {
      return;
    }
    do {
      try {
        read();
      } catch (Throwable failed) {
        end(failed);
      }
    } while (asked.decrementAndGet() > 0);
  }

  private void read() throws Throwable {
    while (!hasEnded()) {
      Object chunk = chunks.read(content);
      if (chunk == null) {
        startEmpty();
        chunks.demand(content, this);
        return;
      }
      Throwable failed = chunks.failure(chunk);
      if (failed != null) {
        end(failed);
        return;
      }
      try {
        take(chunks.buffer(chunk).slice(), chunks.isLast(chunk));
      } finally {
        chunks.release(chunk);
      }
    }
  }

  @Override
  void giveUp(Throwable reason) {
    // The body itself is told by whoever gives the request up.
    end(reason);
  }
}
