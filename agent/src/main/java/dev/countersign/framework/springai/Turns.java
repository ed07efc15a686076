package dev.countersign.framework.springai;

import dev.countersign.framework.Accessors;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.WeakIdentityMap;
import java.util.ArrayList;
import java.util.List;

/**
 * What the model asked for in the turn that a manager works through on this thread: a callback gets
 * the arguments of its call, but neither its id nor the name that the model used.
 */
final class Turns {

  /**
   * One call as the model asked for it.
   *
   * @param id of the provider; null or empty with providers that give none
   * @param attempts of an agent to carry it out
   */
  record Requested(String id, String tool, String arguments, Attempts attempts) {

    /** The arguments, which blank ones of a model stand for none of. */
    String json() {
      return arguments == null || arguments.isBlank() ? "{}" : arguments;
    }
  }

  /** How often an agent carried one call out, on whichever threads: interceptors may try again. */
  static final class Attempts {

    private CallScope call;
    private CallScope last;
    private boolean over;

    /** The call; null where nothing has carried it out yet. */
    synchronized CallScope call() {
      return call;
    }

    /** The agent is through with it: one that begins yet ends by itself. */
    synchronized CallScope end() {
      over = true;
      return call;
    }

    /** Whether that is the call, which its agent may carry out again. */
    synchronized boolean mayGoOn(CallScope scope) {
      return scope == call && !over;
    }

    synchronized void begin(CallScope attempt) {
      call = call == null ? attempt : call;
      last = attempt;
    }

    /** Whether that is what carries the call out now. */
    synchronized boolean isNow(CallScope scope) {
      return scope != null && scope == last;
    }
  }

  private final ThreadLocal<Turn> current = new ThreadLocal<>();

  /** What calls a callback on another thread than the one that works through the turn. */
  private final WeakIdentityMap<List<Requested>> handedOn = new WeakIdentityMap<>();

  private static final class Turn {
    private final List<Requested> calls;
    private final Turn outer;

    /** Whether it is one call, whatever those in between make of it. */
    private final boolean one;

    private int next;
    private Object callback;
    private ShownDefinition shown;

    Turn(List<Requested> calls, Turn outer, boolean one) {
      this.calls = calls;
      this.outer = outer;
      this.one = one;
    }
  }

  /**
   * A manager begins with a message of the model. Only a message of the library's own class is
   * read, from its field: what a subclass answers can change from call to call.
   */
  void begin(Object message) {
    List<Requested> calls = new ArrayList<>();
    if (Accessors.isExactly(message, Library.MESSAGE)
        && Accessors.field(message, message.getClass(), "toolCalls") instanceof List<?> list
        && list.getClass().getClassLoader() == null) {
      for (Object call : list) {
        if (Accessors.isExactly(call, Library.REQUESTED)) {
          calls.add(requested(call));
        }
      }
    }
    current.set(new Turn(calls, current.get(), false));
  }

  /** An agent begins with one call of a message. */
  void beginOne(Object call) {
    beginOne(Accessors.isExactly(call, Library.REQUESTED) ? requested(call) : null);
  }

  /** The same on the thread that carries the call out. */
  private void beginOne(Requested call) {
    current.set(new Turn(call == null ? List.of() : List.of(call), current.get(), true));
  }

  /** The agent's call of this thread is one that this object carries out, on whichever thread. */
  void handOn(Object caller) {
    Requested call = only();
    if (call == null) {
      return;
    }
    handedOn.putIfAbsent(caller, new ArrayList<>(1));
    List<Requested> calls = handedOn.get(caller);
    synchronized (calls) {
      calls.add(call);
    }
  }

  /**
   * One call that {@link #handOn} had for this object, which may carry out several at a time: that
   * with these arguments, else the first; null for none.
   */
  Requested takeHandedOn(Object caller, String arguments) {
    List<Requested> calls = handedOn.get(caller);
    if (calls == null) {
      return null;
    }
    synchronized (calls) {
      for (int i = 0; i < calls.size(); i++) {
        if (calls.get(i).json().equals(arguments)) {
          return calls.remove(i);
        }
      }
      return calls.isEmpty() ? null : calls.remove(0);
    }
  }

  /**
   * The call of an agent that this thread carries out, as the model asked for it: what interceptors
   * hand on may be something else. Null where a manager works through a message, or nobody.
   */
  Requested only() {
    Turn turn = current.get();
    return turn != null && turn.one && !turn.calls.isEmpty() ? turn.calls.get(0) : null;
  }

  private static Requested requested(Object call) {
    return new Requested(
        (String) Accessors.get(call, "id"),
        (String) Accessors.get(call, "name"),
        (String) Accessors.get(call, "arguments"),
        new Attempts());
  }

  /**
   * Somebody calls a callback on a thread that no manager works on.
   *
   * @param handed what is known of it from {@link #takeHandedOn}; null where what the model asked
   *     for is not known
   * @return whether that began here, for {@link #end}
   */
  boolean beginAlone(Requested handed) {
    if (handed != null) {
      beginOne(handed);
      return true;
    }
    if (current.get() != null) {
      return false;
    }
    current.set(new Turn(List.of(), null, false));
    return true;
  }

  /** The manager is about to call a callback, which answers this for its definition. */
  void shown(Object callback, ShownDefinition shown) {
    Turn turn = current.get();
    if (turn != null) {
      turn.callback = callback;
      turn.shown = shown;
    }
  }

  /** What {@link #shown} had of this callback; null where it was not asked. */
  ShownDefinition shownBy(Object callback) {
    Turn turn = current.get();
    return turn != null && turn.callback == callback ? turn.shown : null;
  }

  /** The manager is through. */
  void end() {
    Turn outer = current.get().outer;
    if (outer == null) {
      current.remove();
    } else {
      current.set(outer);
    }
  }

  /**
   * The call that the manager carries out now: the next one of the turn with these arguments. A
   * manager may leave some out.
   *
   * @param arguments as the callback gets them; blank ones of a model arrive as <code>{}</code>
   * @param tool the name of the callback's definition; null where it cannot be read
   * @return null where no call of the turn is this one
   */
  Requested next(String arguments, String tool) {
    Turn turn = current.get();
    if (turn == null) {
      return null;
    }
    for (int i = turn.next; i < turn.calls.size(); i++) {
      Requested call = turn.calls.get(i);
      String given = call.arguments();
      boolean same =
          arguments.equals(given) || arguments.equals("{}") && (given == null || given.isBlank());
      if (same && (tool == null || tool.equals(call.tool()))) {
        turn.next = i + 1;
        return call;
      }
    }
    return null;
  }
}
