package dev.countersign.framework.springai;

import dev.countersign.framework.Accessors;
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
   */
  record Requested(String id, String tool, String arguments) {}

  private final ThreadLocal<Turn> current = new ThreadLocal<>();

  private static final class Turn {
    private final List<Requested> calls;
    private final Turn outer;
    private int next;
    private Object callback;
    private ShownDefinition shown;

    Turn(List<Requested> calls, Turn outer) {
      this.calls = calls;
      this.outer = outer;
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
    current.set(new Turn(calls, current.get()));
  }

  /** An agent begins with one call of a message. */
  void beginOne(Object call) {
    current.set(
        new Turn(
            Accessors.isExactly(call, Library.REQUESTED) ? List.of(requested(call)) : List.of(),
            current.get()));
  }

  private static Requested requested(Object call) {
    return new Requested(
        (String) Accessors.get(call, "id"),
        (String) Accessors.get(call, "name"),
        (String) Accessors.get(call, "arguments"));
  }

  /**
   * Somebody calls a callback on a thread that no manager works on, where what the model asked for
   * is not known.
   *
   * @return whether that began here, for {@link #end}
   */
  boolean beginAlone() {
    if (current.get() != null) {
      return false;
    }
    current.set(new Turn(List.of(), null));
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
