package dev.countersign.sink.http.netty;

import dev.countersign.weave.GatedCall;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What an encoder writes into while requests of it are held: they go on in the order in which they
 * came. Stands in for the encoder's context; on the channel's own thread only.
 */
final class Outbound implements InvocationHandler {

  private final Holding holding;
  private final NettyLibrary library;
  private final Object ctx;
  private final Object context;
  private final Deque<Held> waiting = new ArrayDeque<>();

  /** Those that are whole and not judged yet; the first of them is being judged. */
  private final Deque<Held> unjudged = new ArrayDeque<>();

  private Held filling;
  private boolean lastCame;
  private boolean draining;

  Outbound(Holding holding, NettyLibrary library, Object ctx) {
    this.holding = holding;
    this.library = library;
    this.ctx = ctx;
    this.context = library.context(this);
    library.whenDone(library.closeFuture(library.channel(ctx)), unused -> closed());
  }

  /** What the encoder gets in place of its context. */
  Object context() {
    return context;
  }

  /**
   * Whether what the encoder writes next belongs to a request that is held, or comes behind one.
   * Behind the end of one that went on, it does not: what is written there is another protocol that
   * both sides agreed on, or nothing.
   *
   * @param last whether it is the end of the request
   */
  boolean takes(boolean last) {
    if (filling == null) {
      return false;
    }
    if (lastCame && filling.isOpen() && waiting.size() <= 1) {
      waiting.clear();
      filling = null;
      return false;
    }
    if (lastCame) {
      filling.end();
    }
    lastCame |= last;
    return true;
  }

  /**
   * A request begins; the one before has all that it gets.
   *
   * @param whole whether nothing comes behind its head
   */
  void begin(Held next, boolean whole) {
    filling = next;
    lastCame = whole;
    waiting.add(next);
    drain();
  }

  /** A request begins that is left alone, and nothing is held before it. */
  boolean leave() {
    drain();
    if (waiting.isEmpty()
        || waiting.size() == 1 && waiting.peek() == filling && filling.isDecided()) {
      waiting.clear();
      filling = null;
      return true;
    }
    return false;
  }

  /** A request that never came to anything: what comes behind it does not wait for it. */
  void forget(Held unmade) {
    waiting.remove(unmade);
    if (filling == unmade) {
      filling = waiting.peekLast();
      lastCame = true;
    }
    holding.settle(unmade);
    drain();
  }

  @Override
  public Object invoke(Object self, Method method, Object[] args) throws Throwable {
    switch (method.getName()) {
      case "write":
        return write(args[0], args.length > 1 ? args[1] : library.newPromise(ctx));
      case "writeAndFlush":
        Object future = write(args[0], args.length > 1 ? args[1] : library.newPromise(ctx));
        library.flush(ctx);
        return future;
      default:
        return GatedCall.plain(method, ctx, args);
    }
  }

  private Object write(Object message, Object promise) {
    if (waiting.size() == 1 && waiting.peek() == filling && filling.isOpenBehind()) {
      return library.write(ctx, message, promise);
    }
    filling.add(message, promise);
    drain();
    return promise;
  }

  void later(Runnable work) {
    library.executor(ctx).execute(work);
  }

  /**
   * Has requests judged one after the other, as they came: where one alone is allowed it is the
   * first, and not the one whose thread was faster.
   */
  void judge(Held request) {
    unjudged.add(request);
    if (unjudged.size() == 1) {
      holding.judge(request, this);
    }
  }

  /** The turn of the next one that nobody gave up meanwhile. */
  void judged(Held request) {
    unjudged.remove(request);
    while (!unjudged.isEmpty() && !unjudged.peek().isJudging()) {
      unjudged.poll();
    }
    if (!unjudged.isEmpty()) {
      holding.judge(unjudged.peek(), this);
    }
  }

  /** Lets go on what may, in order. */
  void drain() {
    if (draining) {
      return;
    }
    draining = true;
    try {
      while (!waiting.isEmpty() && waiting.peek().isDecided()) {
        Held first = waiting.peek();
        if (first.isRefused()) {
          refuse(first);
          return;
        }
        if (first.writeOn(ctx)) {
          library.flush(ctx);
        }
        if (first.isRefused()) {
          refuse(first);
          return;
        }
        if (first == filling || first.isWriting()) {
          return;
        }
        waiting.poll();
      }
    } finally {
      draining = false;
    }
  }

  /**
   * The connection is of no further use: its decoder waits for the answer to a request that never
   * went out. Reactor's client ignores what becomes of a body's end, and is told as a reader, which
   * also keeps the connection out of its pool.
   */
  private void refuse(Held first) {
    Throwable why = first.refusal();
    if (first.subscription() != null) {
      library.tellReaders(ctx, why);
    }
    for (Held each = waiting.poll(); each != null; each = waiting.poll()) {
      each.giveUp(why);
      holding.settle(each);
    }
    library.close(ctx);
  }

  private void closed() {
    for (Held each = waiting.poll(); each != null; each = waiting.poll()) {
      each.closed();
      holding.settle(each);
    }
  }
}
