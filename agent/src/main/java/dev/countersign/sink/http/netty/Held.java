package dev.countersign.sink.http.netty;

import dev.countersign.ActionClass;
import dev.countersign.EffectRefusedException;
import dev.countersign.RefusalCode;
import dev.countersign.ledger.BodyState;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Firing;
import dev.countersign.scope.Outlook;
import dev.countersign.sink.http.Sends;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One request between its encoder and what is below it. On the channel's own thread, but for what
 * {@link AttemptSink} does.
 *
 * <p>Of a body that is held, who wrote a part of it is told at once that it was written: clients
 * ask a publisher for more when what they have was. The last part is told what became of it.
 */
final class Held {

  private enum State {
    /** More of it may come. */
    FILLING,
    JUDGING,
    /** It may go on; what comes behind it goes on at once. */
    OPEN,
    REFUSED
  }

  /**
   * @param message null for all that is held
   * @param promise of whoever wrote it
   */
  private record Pending(Object message, Object promise) {}

  private final Outbound outbound;
  private final NettyLibrary library;
  private final Wire wire;
  private final Origin origin;
  private final Object captured;
  private final Subscription subscription;
  private final AtomicReference<CallScope> begunIn;
  private final Outlook outlook;
  private final String unread;
  private final Deque<Pending> pending = new ArrayDeque<>();
  private State state = State.FILLING;
  private boolean ended;
  private Throwable refused;
  private volatile Firing firing;

  /** What is being written on; null when nothing is. */
  private Wire.Messages writing;

  /**
   * @param subscription of Reactor's client; null for another one
   * @param begunIn the scope that stays open until it is judged; null for none
   * @param unread why its body cannot be judged although it has to be; else null
   */
  Held(
      Outbound outbound,
      NettyLibrary library,
      Wire wire,
      Origin origin,
      Object captured,
      Subscription subscription,
      CallScope begunIn,
      Outlook outlook,
      String unread) {
    this.outbound = outbound;
    this.library = library;
    this.wire = wire;
    this.origin = origin;
    this.captured = captured;
    this.subscription = subscription;
    this.begunIn = new AtomicReference<>(begunIn);
    this.outlook = outlook;
    this.unread = unread;
    if (outlook == Outlook.LEFT) {
      state = State.OPEN;
    }
  }

  Wire wire() {
    return wire;
  }

  Origin origin() {
    return origin;
  }

  Object captured() {
    return captured;
  }

  /** Null for a client that is not Reactor's. */
  Subscription subscription() {
    return subscription;
  }

  /** The scope that was kept open and is no longer needed; null when it was told before. */
  CallScope settle() {
    return begunIn.getAndSet(null);
  }

  /** Why its body cannot be judged although it has to be; else null. */
  String unread() {
    return unread;
  }

  /** Whether it is judged with its body. */
  boolean isBodyJudged() {
    return outlook == Outlook.BODY;
  }

  /** How it ended is told to that one. */
  void firing(Firing allowed) {
    firing = allowed;
  }

  /** Null before it was allowed, and when its end was told. */
  Firing firing() {
    return firing;
  }

  boolean isJudging() {
    return state == State.JUDGING;
  }

  boolean isDecided() {
    return state == State.OPEN || state == State.REFUSED;
  }

  /** All that belongs to it came. */
  void end() {
    ended = true;
  }

  /** Whether it went on. */
  boolean isOpen() {
    return state == State.OPEN && pending.isEmpty();
  }

  /** Whether what comes now may go on at once. */
  boolean isOpenBehind() {
    return isOpen() && outlook != Outlook.BODY;
  }

  /** Whether it goes on part by part. */
  boolean isWriting() {
    return writing != null;
  }

  boolean isRefused() {
    return state == State.REFUSED;
  }

  /** Its encoder failed before it had written anything. */
  void unmade() {
    if (state == State.FILLING && pending.isEmpty() && !wire.hasHead()) {
      outbound.forget(this);
    }
  }

  /** Takes what its encoder wrote. */
  void add(Object message, Object promise) {
    if (state == State.REFUSED) {
      library.release(message);
      library.fail(promise, refused);
      return;
    }
    if (outlook == Outlook.BODY && (wire.isWhole() || wire.isOver())) {
      addBehind(message, promise);
      return;
    }
    if (outlook == Outlook.LEFT
        || state == State.OPEN
        || outlook == Outlook.HEAD && wire.hasHead()) {
      // Judged without it: it waits as it is, and whoever wrote it waits as well.
      pending.add(new Pending(message, promise));
      return;
    }
    try {
      if (outlook == Outlook.BODY) {
        hold(message);
      } else {
        pending.add(new Pending(wire.take(message), promise));
      }
      decideOrAskForMore(promise);
    } catch (Throwable failed) {
      // Part of it is gone: it cannot go on, whatever would be said of it.
      library.fail(promise, failed);
      refuse(failed);
      outbound.drain();
    }
  }

  private void hold(Object message) throws IOException {
    try {
      wire.hold(message);
    } catch (IOException failed) {
      if (!wire.isOver()) {
        throw failed;
      }
    }
  }

  private void decideOrAskForMore(Object promise) {
    boolean ready = outlook == Outlook.BODY ? wire.isWhole() || wire.isOver() : wire.hasHead();
    if (outlook == Outlook.BODY) {
      if (!ready) {
        outbound.later(() -> library.succeed(promise));
        return;
      }
      wire.body().close();
      pending.add(new Pending(null, promise));
    }
    if (ready && state == State.FILLING) {
      state = State.JUDGING;
      outbound.judge(this);
    }
  }

  /**
   * Its head says that it ended before; more would be another request to whoever reads it. What
   * nobody could read has no end that is known: where it may go on, so may what is behind it.
   */
  private void addBehind(Object message, Object promise) {
    if (ended
        || wire.malformed() != null
        || library.isBuffer(message) && library.readable(message) == 0) {
      pending.add(new Pending(message, promise));
      return;
    }
    library.release(message);
    library.fail(promise, Sends.beyondBounds());
  }

  /**
   * It was judged.
   *
   * @param why null when it may go on
   */
  void judged(Throwable why) {
    try {
      decided(why);
    } finally {
      outbound.judged(this);
    }
  }

  private void decided(Throwable why) {
    if (state != State.JUDGING) {
      endUnsent(); // its connection was closed meanwhile
      wire.forget();
      return;
    }
    if (why == null) {
      state = State.OPEN;
    } else {
      refuse(
          why instanceof EffectRefusedException
              ? why
              : new EffectRefusedException(RefusalCode.INTERNAL, ActionClass.NETWORK_REQUEST, ""));
    }
    outbound.drain();
  }

  private void refuse(Throwable why) {
    state = State.REFUSED;
    refused = why;
  }

  /**
   * What is held goes on. Writing may lead to more being written, which comes behind it.
   *
   * @return whether that was anything
   */
  boolean writeOn(Object ctx) {
    int count = writing == null ? pending.size() : 0;
    for (int i = 1; i <= count; i++) {
      Pending each = pending.peek();
      if (each.message() == null) {
        writeHeld(ctx, each.promise(), i == count);
        if (writing != null || isRefused()) {
          return true;
        }
        if (pending.peek() == each) { // of a file that was written at once, it is gone already
          pending.poll();
        }
      } else {
        pending.poll();
        writeLast(ctx, each.message(), each.promise(), i == count);
      }
    }
    if (!isBodyJudged()) {
      wire.forget();
    }
    return count > 0;
  }

  /**
   * What is in memory is written at once. What is in a file, one part after the other was: all of
   * it waiting to be sent would be in memory again.
   */
  private void writeHeld(Object ctx, Object promise, boolean last) {
    try {
      Wire.Messages messages = wire.held();
      if (wire.body().isSpooled()) {
        writing = messages;
        writeNext(ctx, promise, last);
        return;
      }
      while (true) {
        Object message = messages.next();
        if (!messages.hasNext()) {
          messages.close();
          writeLast(ctx, message, promise, last);
          return;
        }
        library.write(ctx, message);
      }
    } catch (IOException | OutOfMemoryError gone) {
      cut(gone);
    }
  }

  private void writeNext(Object ctx, Object promise, boolean last) {
    if (state != State.OPEN) {
      return; // given up meanwhile
    }
    try {
      Object message = writing.next();
      if (writing.hasNext()) {
        library.whenDone(
            library.write(ctx, message),
            failed -> {
              if (failed == null) {
                writeNext(ctx, promise, last);
              } else {
                cut(failed);
              }
            });
        library.flush(ctx);
        return;
      }
      writing.close();
      writing = null;
      pending.poll();
      writeLast(ctx, message, promise, last && pending.isEmpty());
      library.flush(ctx);
      outbound.later(outbound::drain);
    } catch (IOException | OutOfMemoryError changed) {
      cut(changed);
    }
  }

  /** It has begun, and must not come to its end. */
  private void cut(Throwable why) {
    if (state == State.OPEN) {
      refuse(why);
      outbound.drain();
    }
  }

  /**
   * @param last whether it is the last that is known of the request
   */
  private void writeLast(Object ctx, Object message, Object promise, boolean last) {
    Firing ending = firing;
    if (last && ending != null) {
      firing = null;
      library.whenDone(library.write(ctx, message), failed -> ended(ending, promise, failed));
    } else {
      library.write(ctx, message, promise);
    }
  }

  private void ended(Firing ending, Object promise, Throwable failed) {
    wire.forget();
    try {
      ending.ended(failed == null ? BodyState.RETURNED : BodyState.RAISED, failed);
    } finally {
      if (promise != null && failed == null) {
        library.succeed(promise);
      } else if (promise != null) {
        library.fail(promise, failed);
      }
    }
  }

  /** Nothing of it goes on, and who wrote it is told. */
  void giveUp(Throwable why) {
    boolean read = state == State.JUDGING; // by the thread that judges it
    if (state != State.REFUSED) {
      refuse(why);
    }
    endUnsent();
    List<Pending> told = new ArrayList<>(pending);
    pending.clear();
    if (writing != null) {
      writing.close();
      writing = null;
    }
    if (!read) {
      wire.forget();
    }
    for (Pending each : told) {
      if (each.message() != null) {
        library.release(each.message());
      }
      if (each.promise() != null) {
        library.fail(each.promise(), refused);
      }
    }
  }

  private void endUnsent() {
    Firing ending = firing;
    firing = null;
    if (ending != null) {
      ending.ended(BodyState.RAISED, refused);
    }
  }

  /** Its connection was closed, perhaps before it went on: one that may go on waits for others. */
  void closed() {
    if (!isDecided() || !pending.isEmpty()) {
      giveUp(new ClosedChannelException());
    }
  }

  /** What it was refused with. */
  Throwable refusal() {
    return refused;
  }
}
