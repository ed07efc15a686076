package dev.countersign.sink.http.jetty;

import dev.countersign.scope.CallScope;
import dev.countersign.scope.Firing;
import java.nio.ByteBuffer;
import java.util.List;
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
  private volatile List<byte[]> parts;
  private int part; // of the one thread that sends
  private int offset;

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
   * @param held the bytes that it was judged by; null where they were not read
   */
  void judged(Judged judged, List<byte[]> held) {
    this.parts = held;
    this.judged = judged;
  }

  boolean isHeld() {
    return parts != null;
  }

  /**
   * The next bytes of those that were judged, for a writing of so many.
   *
   * @return null when there are not so many, or not in one step
   */
  ByteBuffer next(int count, boolean last) {
    List<byte[]> all = parts;
    while (part < all.size() && offset == all.get(part).length) {
      part++;
      offset = 0;
    }
    ByteBuffer next;
    if (count == 0) {
      next = ByteBuffer.allocate(0);
    } else if (part < all.size() && count <= all.get(part).length - offset) {
      next = ByteBuffer.wrap(all.get(part), offset, count).slice();
      offset += count;
    } else {
      return null;
    }
    return last && !isAtEnd() ? null : next;
  }

  private boolean isAtEnd() {
    long left = 0;
    for (int i = part; i < parts.size(); i++) {
      left += parts.get(i).length - (i == part ? offset : 0);
    }
    return left == 0;
  }
}
