package com.example.acts.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;

/** Bodies of Apache HttpClient 5 that applications write themselves. */
final class AsyncBodies {

  /** A body in pieces, which it writes one at a time. */
  static class Pieces implements AsyncEntityProducer {

    private final List<String> pieces;
    private final long length;
    private final List<? extends Header> trailers;
    private final AtomicInteger produced = new AtomicInteger();
    private ByteBuffer current;
    private Deque<String> left;

    /**
     * @param length as it says it; negative = in chunks
     */
    Pieces(long length, List<? extends Header> trailers, String... pieces) {
      this.length = length;
      this.trailers = trailers;
      this.pieces = List.of(pieces);
    }

    /** For the body that was written {@code times} before. */
    List<String> pieces(int times) {
      return pieces;
    }

    @Override
    public boolean isRepeatable() {
      return true;
    }

    @Override
    public long getContentLength() {
      return length;
    }

    @Override
    public String getContentType() {
      return "text/plain";
    }

    @Override
    public String getContentEncoding() {
      return null;
    }

    @Override
    public boolean isChunked() {
      return length < 0;
    }

    @Override
    public Set<String> getTrailerNames() {
      return Set.of();
    }

    @Override
    public void failed(Exception cause) {}

    @Override
    public int available() {
      return 1;
    }

    @Override
    public void produce(DataStreamChannel channel) throws IOException {
      if (left == null) {
        left = new ArrayDeque<>(pieces(produced.getAndIncrement()));
      }
      if (current == null && !left.isEmpty()) {
        current = ByteBuffer.wrap(left.poll().getBytes(StandardCharsets.UTF_8));
      }
      if (current != null) {
        channel.write(current);
        if (current.hasRemaining()) {
          return;
        }
        current = null;
      }
      if (left.isEmpty()) {
        left = null;
        channel.endStream(trailers);
      }
    }

    @Override
    public void releaseResources() {
      left = null;
      current = null;
    }
  }

  /** Writes one text the first time and another one later. */
  static AsyncEntityProducer changing(String first, String later) {
    return new Pieces(4, null) {
      @Override
      List<String> pieces(int times) {
        return List.of(times == 0 ? first : later);
      }
    };
  }

  /**
   * Waits for another thread, which gives it one piece after the other and asks for more output.
   */
  static final class Waiting implements AsyncEntityProducer {

    private final Deque<String> pieces;
    private final Runnable before;
    private ByteBuffer current;
    private boolean started;
    private boolean over;

    /**
     * @param before what the other thread does first
     */
    Waiting(Runnable before, String... pieces) {
      this.before = before;
      this.pieces = new ArrayDeque<>(List.of(pieces));
    }

    @Override
    public boolean isRepeatable() {
      return false;
    }

    @Override
    public long getContentLength() {
      return -1;
    }

    @Override
    public String getContentType() {
      return "text/plain";
    }

    @Override
    public String getContentEncoding() {
      return null;
    }

    @Override
    public boolean isChunked() {
      return true;
    }

    @Override
    public Set<String> getTrailerNames() {
      return Set.of();
    }

    @Override
    public void failed(Exception cause) {}

    @Override
    public synchronized int available() {
      return current != null || over ? 1 : 0;
    }

    @Override
    public synchronized void produce(DataStreamChannel channel) throws IOException {
      if (!started) {
        started = true;
        Thread other =
            new Thread(
                () -> {
                  before.run();
                  give(channel);
                });
        other.setDaemon(true);
        other.start();
      }
      if (current != null) {
        channel.write(current);
        if (!current.hasRemaining()) {
          current = null;
          notifyAll();
        }
      } else if (over) {
        over = false;
        channel.endStream();
      }
    }

    private synchronized void give(DataStreamChannel channel) {
      try {
        while (!pieces.isEmpty()) {
          current = ByteBuffer.wrap(pieces.poll().getBytes(StandardCharsets.UTF_8));
          channel.requestOutput();
          while (current != null) {
            wait();
          }
        }
      } catch (InterruptedException ended) {
        throw new IllegalStateException(ended);
      }
      over = true;
      channel.requestOutput();
    }

    @Override
    public void releaseResources() {}
  }

  private AsyncBodies() {}
}
