package dev.countersign.sink.http.jetty;

import dev.countersign.scope.CallScope;
import dev.countersign.scope.Firing;
import dev.countersign.sink.http.HeldBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/** One wire attempt, from where it was asked for to its end. */
final class Sending {

  /**
   * A judgement.
   *
   * @param target scheme, host and port
   * @param asked method and URL
   * @param head what of the request is compared, without its body; null when it has no canonical
   *     form
   */
  record Judged(Firing firing, String target, String asked, Map<String, Object> head) {}

  private final Object captured;
  private final AtomicReference<CallScope> begunIn;
  private volatile Judged judged;
  private volatile HeldBytes read;
  private volatile HeldBytes held;
  private volatile HeldBytes.Reader reader; // of the one thread that sends
  private int given;

  /**
   * @param captured what the thread carried that asked for it
   * @param begunIn the scope that stays open until it is judged; null for none
   */
  Sending(Object captured, CallScope begunIn) {
    this.captured = captured;
    this.begunIn = new AtomicReference<>(begunIn);
  }

  Object captured() {
    return captured;
  }

  /** The scope that was kept open and is no longer needed; null when it was told before. */
  CallScope settle() {
    return begunIn.getAndSet(null);
  }

  /** Null before it is judged. */
  Judged judged() {
    return judged;
  }

  /**
   * @param judgedBy the bytes that it was judged by; null where they were not read
   * @throws IOException when they were let go meanwhile
   */
  void judged(Judged judged, HeldBytes judgedBy) throws IOException {
    if (judgedBy != null) {
      this.reader = judgedBy.read();
      this.read = judgedBy;
      this.held = judgedBy;
    }
    this.judged = judged;
  }

  /** Its body is about to be read into this. */
  void reads(HeldBytes into) {
    read = into;
  }

  /** Whether its body was read into this, or is being. */
  boolean isReadInto(HeldBytes bytes) {
    return read == bytes;
  }

  boolean isHeld() {
    return held != null;
  }

  /**
   * The next bytes of those that were judged, for a writing of so many.
   *
   * @return null when there are not so many, or not in one step
   * @throws IOException when they are not those any more
   */
  ByteBuffer next(int count, boolean last) throws IOException {
    ByteBuffer next = ByteBuffer.allocate(0);
    if (count > 0) {
      if (given == reader.length()) {
        if (!reader.next()) {
          return null;
        }
        given = 0;
      }
      if (count > reader.length() - given) {
        return null;
      }
      next = ByteBuffer.wrap(reader.array(), reader.offset() + given, count).slice();
      given += count;
    }
    return last && (given < reader.length() || reader.hasNext()) ? null : next;
  }

  /** Nothing more of it will be sent, whether it was judged or not. */
  void release() {
    HeldBytes all = read;
    if (all != null) {
      all.release();
    }
    HeldBytes.Reader last = reader;
    if (last != null) {
      last.close();
    }
  }
}
