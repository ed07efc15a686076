package dev.countersign.framework.mcp;

import dev.countersign.EffectRefusedException;
import dev.countersign.effect.SendBody;
import dev.countersign.framework.Built;
import dev.countersign.framework.CallText;
import dev.countersign.scope.Seal;
import dev.countersign.scope.WeakIdentityMap;
import java.net.URI;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Judges what leaves: the text that a transport of a client writes, behind the JSON mapper, the
 * customizers of requests, the filters and the HTTP client that the application put between it and
 * the message. A {@code tools/call} in it is the one that was compared, or one that is asked for
 * and sent at once.
 */
final class Leaving {

  private final SentCalls sent;
  private final Written written;

  /** Calls that transports were handed, for what leaves on a way that leads to none of them. */
  private final Set<Expected> underway = ConcurrentHashMap.newKeySet();

  /** By the parameters of the message: lines that nobody has written yet. */
  private final WeakIdentityMap<Expected> lines = new WeakIdentityMap<>(underway::remove);

  private final ClassValue<Boolean> said =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          holes.accept(
              "what a JSON mapper writes of "
                  + type.getName()
                  + " among the arguments of a tool call is not compared, for it is not what such"
                  + " an object holds. Hand clients of the MCP Java SDK texts, numbers, lists and"
                  + " maps");
          return true;
        }
      };

  private final Consumer<String> holes;

  /**
   * @param holes hears once of each class whose JSON is its mapper's alone, as the text of one line
   */
  Leaving(SentCalls sent, Consumer<String> holes) {
    this.sent = sent;
    this.holes = holes;
    this.written = new Written(said::get);
  }

  /** A message goes to a transport that writes lines, at some later time. */
  void line(Object params, Expected expected) {
    if (params != null) {
      lines.put(params, expected);
      underway.add(expected);
    }
  }

  /** What was expected of the line of a message; null for nothing. */
  Expected lineOf(Object params) {
    return params == null ? null : lines.get(params);
  }

  /** An HTTP transport begins to send it. */
  void begins(Expected expected) {
    underway.add(expected);
  }

  /** It has ended. */
  void ended(Expected expected) {
    underway.remove(expected);
  }

  /**
   * For a frame in which one message is sent.
   *
   * @param library a class of it
   * @param expected null where the message is no call, or there is none
   */
  Seal of(Class<?> library, Expected expected) {
    return new OfMessage(this, library, expected);
  }

  /** Looks at what one message became. */
  private record OfMessage(Leaving leaving, Class<?> library, Expected expected) implements Seal {

    @Override
    public void leaves(Object frame, Way way, SendBody body) {
      List<Expected> known = expected == null ? List.of() : List.of(expected);
      leaving.judge(library, CallText.of(body), way, expected == null, call -> known);
    }
  }

  /** For a request of a transport whose thread is in no frame of it: an answer led to it, say. */
  Seal ofAny(Class<?> library) {
    return (frame, way, body) -> judge(library, CallText.of(body), way, false, this::underway);
  }

  /**
   * A transport has chosen where its request goes.
   *
   * @param frame who looks at what the calling thread sends; null for nobody
   */
  static void goesTo(Seal frame, URI chosen) {
    if (frame instanceof OfMessage message && message.expected != null) {
      message.expected.goesTo(chosen);
    }
  }

  /** Which calls a text may be. */
  private interface Known {
    List<Expected> of(CallText text);
  }

  private List<Expected> underway(CallText text) {
    List<Expected> same = underway.stream().filter(one -> one.hasId(text.id())).toList();
    CalledTool called = CalledTool.ofParameters(text.params());
    return same.isEmpty() && called.readable()
        ? underway.stream().filter(one -> one.isOf(called)).toList()
        : same;
  }

  /**
   * A line is about to be written. Whoever waits for an answer is told where it must not be.
   *
   * @param expected null where its message is unknown
   * @throws dev.countersign.EffectRefusedException when it must not be
   */
  void leaves(Class<?> library, byte[] line, Expected expected) {
    CallText text = CallText.of(line, true);
    List<Expected> known = expected == null ? underway(text) : List.of(expected);
    try {
      judge(library, text, null, expected == null, call -> known);
    } catch (EffectRefusedException refused) {
      known.forEach(one -> one.sending().stop(refused));
      throw refused;
    }
  }

  /**
   * @param way null for a line
   */
  private void judge(Class<?> library, CallText text, Seal.Way way, boolean mayAsk, Known known) {
    if (!text.isCall()) {
      return;
    }
    CalledTool called = CalledTool.ofParameters(text.params());
    if (!called.readable()) {
      unreadable(library);
      return;
    }
    List<Expected> candidates = known.of(text);
    for (Expected one : candidates) {
      if (one.isOf(called) && one.isWrittenAs(called, written)) {
        requireAddress(library, one, way);
        return;
      }
    }
    if (!candidates.isEmpty()) {
      Expected changed = candidates.get(0);
      sent.commit(
          changed.sending(), asChanged(changed, called), CompletableFuture.completedFuture(null));
    } else if (mayAsk) {
      Sending own = sent.take(library, text.params()).sending();
      sent.commit(own, own.compared(), CompletableFuture.completedFuture(null));
    } else {
      unreadable(library);
    }
  }

  /** What is sent elsewhere than the transport sends it is equal to nothing that was judged. */
  private void requireAddress(Class<?> library, Expected expected, Seal.Way way) {
    if (way == null) {
      return;
    }
    Address address = expected.address();
    if (address == null) {
      unreadable(library); // in a line that chooses it in another way
    } else if (!address.isReachedBy(way)) {
      sent.commit(
          expected.sending(),
          Collections.singletonMap(way.target(), expected.compared()),
          CompletableFuture.completedFuture(null));
    }
  }

  /** What is compared with what was judged: a call of another tool is equal to none. */
  private static Map<?, ?> asChanged(Expected expected, CalledTool called) {
    Map<?, ?> arguments = Built.snapshot(expected.compared(called));
    return expected.isOf(called) ? arguments : Collections.singletonMap(called.name(), arguments);
  }

  /** Nobody knows which call it is. */
  private void unreadable(Class<?> library) {
    Sending unknown = sent.take(library, null).sending();
    sent.commit(unknown, Map.of(), CompletableFuture.completedFuture(null));
  }
}
