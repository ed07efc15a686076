package dev.countersign.sink.http.jetty;

import dev.countersign.scope.CallScope;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Outlook;
import dev.countersign.scope.WeakIdentityMap;
import dev.countersign.sink.http.Sends;

/** What is known of requests under way. Keeps none of them alive. */
final class Exchanges {

  private final Effects effects;
  private final WeakIdentityMap<Sending> sendings = new WeakIdentityMap<>();

  Exchanges(Effects effects) {
    this.effects = effects;
  }

  boolean isEmpty() {
    return sendings.isEmpty();
  }

  /** Null where nobody asked for it in a tool, and it was not judged. */
  Sending of(Object request) {
    return sendings.isEmpty() ? null : sendings.get(request);
  }

  /**
   * An exchange of this request is made, on the thread that asks for it: the application's, or one
   * of the client's where an answer sends a request on.
   *
   * @param before the last exchange's request of the same conversation; null for the first
   */
  void begin(Object request, Object before) {
    // One of the client's threads, which follows an answer, carries what its own start was part of.
    Sending last = before == null ? null : of(before);
    Object carried = before == null ? Carry.capture() : last == null ? null : last.captured();
    if (last == null && !Carry.carries(carried)) {
      if (of(request) != null) {
        add(request, null); // asked for again, by somebody else
      }
      return;
    }
    Object outer = Carry.enter(carried);
    try {
      sendings.put(request, new Sending(carried, effects.begun()));
    } finally {
      Carry.restore(outer);
    }
  }

  /** That of a request that is judged although nobody asked for it in a tool. */
  Sending add(Object request, Object captured) {
    Sending sending = new Sending(captured, null);
    sendings.put(request, sending);
    return sending;
  }

  /** What has to be known of a request, for whoever asked for it. */
  static Outlook outlook(Sends sends, Object captured, String target) {
    Object outer = Carry.enter(captured);
    try {
      return sends.outlook(target);
    } finally {
      Carry.restore(outer);
    }
  }

  /** The same of one that is about to be sent. */
  static Outlook outlookAtSink(Sends sends, Object captured, String target) {
    Object outer = Carry.enter(captured);
    try {
      return sends.outlookAtSink(target);
    } finally {
      Carry.restore(outer);
    }
  }

  /** Its scope need not stay open for it. */
  void settle(Sending sending) {
    CallScope scope = sending.settle();
    if (scope != null) {
      effects.completed(scope);
    }
  }
}
