package dev.countersign.sink.http.apache;

import dev.countersign.EffectRefusedException;
import dev.countersign.effect.SendBody;
import dev.countersign.ledger.BodyState;
import dev.countersign.scope.Firing;
import dev.countersign.sink.http.HeldBytes;
import dev.countersign.sink.http.Sends;
import java.util.List;

/** A request on its way over a {@link Wire}. */
final class Attempt {

  /**
   * What was written of it.
   *
   * @param output where its head goes to once it was judged
   * @param bytes of its head
   * @param head the same, read; null where they are none
   */
  record Written(Wire wire, Output output, byte[] bytes, WrittenHead head, Addressee addressee) {}

  private final Written written;
  private final HeldBytes held;
  private final SendBody body;
  private final String detail;
  private final boolean left;
  private Firing firing = Firing.UNRECORDED;
  private boolean bodyWritten;
  private boolean answered;
  private boolean heard;

  private Attempt(Written written, HeldBytes held, SendBody body, String detail, boolean left) {
    this.written = written;
    this.held = held;
    this.body = body;
    this.detail = detail;
    this.left = left;
  }

  /**
   * @param held the bytes of its body; null where none were read
   * @param body what is known of the body where none were read; else null
   * @param detail why it cannot be judged; null when it can
   */
  static Attempt of(Written written, HeldBytes held, SendBody body, String detail) {
    return new Attempt(written, held, body, detail, false);
  }

  /** It is left alone. */
  static Attempt left(Written written) {
    return new Attempt(written, null, null, null, true);
  }

  boolean isLeft() {
    return left;
  }

  Wire wire() {
    return written.wire();
  }

  /** What was judged is written. */
  void write() throws Throwable {
    written.output().write(written.bytes());
  }

  WrittenHead head() {
    return written.head();
  }

  Addressee addressee() {
    return written.addressee();
  }

  /** Null where none were read. */
  HeldBytes held() {
    return held;
  }

  SendBody body() {
    return body;
  }

  String detail() {
    return detail;
  }

  /** Whether its body is more than is held; nothing of it can be sent any more. */
  boolean isOver() {
    return held != null && held.isOver();
  }

  void firing(Firing judged) {
    firing = judged;
  }

  void bodyWritten() {
    bodyWritten = true;
  }

  /** Its body is not needed any more: what of it was not written until now is not copied. */
  void release() {
    if (held != null) {
      held.release();
    }
    sent(false);
  }

  /** Whether nothing that was held is to be written any more. */
  boolean isBodyWritten() {
    return bodyWritten || held == null;
  }

  /** What is written of its body is copied. */
  void heard() {
    heard = true;
  }

  /**
   * The sending of its body has ended.
   *
   * @param whole whether all of it was written
   */
  void sent(boolean whole) {
    if (body != null && body.overheard() != null) {
      body.overheard().ends(whole && heard);
    }
  }

  /** An answer came that is the last one. */
  void answered() {
    answered = true;
  }

  boolean isAnswered() {
    return answered;
  }

  /**
   * Whether the server waits for a body that was judged: what is written now would be it, and what
   * is behind it another request.
   */
  boolean owesBody() {
    return held != null && held.length() > 0 && !bodyWritten && !answered;
  }

  void ended(BodyState state, Throwable thrown) {
    firing.ended(state, thrown);
  }

  /** It was allowed, and something else is about to be sent. */
  EffectRefusedException refused() {
    EffectRefusedException refused = firing.refused(null, List.of("/intent/body"));
    return refused == null ? Sends.beyondBounds() : refused;
  }
}
