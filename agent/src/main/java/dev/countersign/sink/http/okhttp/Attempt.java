package dev.countersign.sink.http.okhttp;

import dev.countersign.effect.SendBody;
import dev.countersign.sink.http.HeldBytes;

/**
 * A request on its way through the last interceptor.
 *
 * @param request the library's own object
 * @param held the bytes of its body; null where none were read
 * @param heldBody the library's object over them; null as well
 * @param body what is known of the body where none were read
 * @param detail why it cannot be judged; null when it can
 */
record Attempt(Object request, HeldBytes held, Object heldBody, SendBody body, String detail) {

  /** Nothing of its body was read. */
  static Attempt unread(Object request, SendBody body, String detail) {
    return new Attempt(request, null, null, body, detail);
  }

  /** Whether its body is more than is held; nothing of it can be sent any more. */
  boolean isOver() {
    return held != null && held.isOver();
  }

  /** It was written, or will not be. */
  void release() {
    if (held != null) {
      held.release();
    }
  }
}
