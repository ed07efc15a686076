package dev.countersign.sink.http.netty;

import dev.countersign.ActionClass;
import dev.countersign.EffectRefusedException;
import dev.countersign.RefusalCode;
import dev.countersign.ledger.BodyState;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Firing;
import dev.countersign.scope.Outlook;
import dev.countersign.sink.http.Sends;
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
   * @param promise null for one that was told already
   */
  private record Pending(Wire.Step step, Object promise) {}

  /** Goes on as it is, behind others. */
  private record Passing(Object message) implements Wire.Step {

    @Override
    public Object message(NettyLibrary library) {
      return message;
    }

    @Override
    public void drop(NettyLibrary library) {
      library.release(message);
    }
  }

  private final Outbound outbound;
  private final NettyLibrary library;
  private final Wire wire;
  private final Origin origin;
  private final Object captured;
  private final Subscription subscription;
  private final AtomicReference<CallScope> begunIn;
  private final Outlook outlook;
  private final Deque<Pending> pending = new ArrayDeque<>();
  private State state = State.FILLING;
  private boolean ended;
  private Throwable refused;
  private volatile Firing firing;

  /**
   * @param subscription of Reactor's client; null for another one
   * @param begunIn the scope that stays open until it is judged; null for none
   */
  Held(
      Outbound outbound,
      NettyLibrary library,
      Wire wire,
      Origin origin,
      Object captured,
      Subscription subscription,
      CallScope begunIn,
      Outlook outlook) {
    this.outbound = outbound;
    this.library = library;
    this.wire = wire;
    this.origin = origin;
    this.captured = captured;
    this.subscription = subscription;
    this.begunIn = new AtomicReference<>(begunIn);
    this.outlook = outlook;
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
      pending.add(new Pending(new Passing(message), promise));
      return;
    }
    try {
      Wire.Step step = wire.take(message, outlook != Outlook.BODY);
      decideOrAskForMore(step, promise);
    } catch (Throwable failed) {
      // Part of it is gone: it cannot go on, whatever would be said of it.
      library.fail(promise, failed);
      refuse(failed);
      outbound.drain();
    }
  }

  private void decideOrAskForMore(Wire.Step step, Object promise) {
    boolean ready = outlook == Outlook.BODY ? wire.isWhole() || wire.isOver() : wire.hasHead();
    boolean told = outlook == Outlook.BODY && !ready;
    if (step != null) {
      pending.add(new Pending(step, told ? null : promise));
    }
    if (told) {
      outbound.later(() -> library.succeed(promise));
    } else if (ready && state == State.FILLING) {
      state = State.JUDGING;
      outbound.judge(this);
    }
  }

  /** Its head says that it ended before; more would be another request to whoever reads it. */
  private void addBehind(Object message, Object promise) {
    if (ended || library.isBuffer(message) && library.readable(message) == 0) {
      pending.add(new Pending(new Passing(message), promise));
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
    int held = pending.size();
    for (int i = 1; !pending.isEmpty(); i++) {
      Pending each = pending.poll();
      Object message = each.step().message(library);
      if (i == held && firing != null) {
        Firing ending = firing;
        firing = null;
        Object promise = each.promise();
        library.whenDone(library.write(ctx, message), failed -> ended(ending, promise, failed));
      } else if (each.promise() == null) {
        library.write(ctx, message);
      } else {
        library.write(ctx, message, each.promise());
      }
    }
    wire.forget();
    return held > 0;
  }

  private void ended(Firing ending, Object promise, Throwable failed) {
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
    if (!read) {
      wire.forget();
    }
    for (Pending each : told) {
      each.step().drop(library);
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
