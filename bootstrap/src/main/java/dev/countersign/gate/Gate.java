package dev.countersign.gate;

import dev.countersign.ActionClass;
import dev.countersign.EffectRefusedException;
import dev.countersign.RefusalCode;

/**
 * The one point that woven code calls: {@link #enter} before a body, {@link #exit} after it
 * (architecture, rules 1 and 2).
 *
 * <p>Every failure of the check is a refusal in {@code enforce}: exceptions, out of memory, stack
 * overflow, and a handler that was never set. At an exit that holds where the exit is the check,
 * which its {@link GateToken} says. Where even the refusal cannot be allocated, the error of that
 * attempt leaves in its place; either way the body does not run. The handler is {@code static
 * final} and taken once, from {@link Handoff}, when this class is initialised; reflection cannot
 * replace it.
 */
public final class Gate {

  /**
   * Where a site's number carries the ordinal of its {@link ActionClass}, so that a refusal names
   * the right one even when nothing behind the gate can be asked. Two bits wide.
   */
  public static final int ACTION_SHIFT = 20;

  private static final ActionClass[] ACTIONS = ActionClass.values();

  private static final GateHandler HANDLER = Handoff.take();

  static {
    // A class whose first use comes near the end of a stack, and overflows there, stays unusable
    // for as long as the JVM runs; so what a refusal is made of is used once now.
    unverified(0);
  }

  /**
   * @see GateHandler#enter
   */
  public static Object enter(long site, Object self, Object[] args) {
    GateHandler handler = HANDLER;
    if (handler == null) {
      throw unverified(site);
    }
    try {
      return handler.enter(site, self, args);
    } catch (EffectRefusedException refused) {
      throw refused;
    } catch (Throwable failed) {
      if (handler.enforcing()) {
        throw unverified(site);
      }
      return null;
    }
  }

  /**
   * @see GateHandler#exit
   */
  public static Object exit(Object token, Object result, Throwable thrown) {
    if (token == null) {
      return result;
    }
    try {
      return HANDLER.exit(token, result, thrown);
    } catch (EffectRefusedException refused) {
      // Also in place of what the body threw: it may have wrapped a refusal in words of its own.
      throw refused;
    } catch (Throwable failed) {
      if (thrown == null && token instanceof GateToken known && known.refusedOnFailure != null) {
        // What returns here would go on to be fired, bound to nothing.
        throw new EffectRefusedException(RefusalCode.INTERNAL, known.refusedOnFailure, "");
      }
      // The body has run: hiding its result would only hide what happened. The missing outcome
      // stays in the books.
      return result;
    }
  }

  /**
   * Judges a call without making it; refuses nothing.
   *
   * @see GateHandler#validate
   */
  public static Object validate(String tool, Object inputs, Object caller) {
    return HANDLER.validate(tool, inputs, caller);
  }

  /** Whether this JVM's gate has its handler; initialises the gate. */
  public static boolean armed() {
    return HANDLER != null;
  }

  private static EffectRefusedException unverified(long site) {
    int action = (int) (site >>> ACTION_SHIFT) & 3;
    return new EffectRefusedException(
        RefusalCode.INTERNAL,
        action < ACTIONS.length ? ACTIONS[action] : ActionClass.TOOL_CALL,
        "");
  }

  private Gate() {}
}
