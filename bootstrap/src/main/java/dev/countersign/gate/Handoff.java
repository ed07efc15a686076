package dev.countersign.gate;

/** Carries the handler from start-up to the gate, once. Useless afterwards. */
public final class Handoff {

  private static GateHandler pending;
  private static boolean claimed;
  private static boolean taken;

  /**
   * Claims this JVM for the agent that starts now.
   *
   * @return false when an agent of ours came first: then {@link Gate#armed()} says whether it got
   *     through its own start
   */
  public static synchronized boolean claim() {
    boolean first = !claimed;
    claimed = true;
    return first;
  }

  /**
   * Gives the gate its handler and initialises it.
   *
   * @return false when the gate had one already, which means that another agent of ours came first
   */
  public static synchronized boolean give(GateHandler handler) {
    if (taken) {
      return false;
    }
    pending = handler;
    return Gate.armed();
  }

  static synchronized GateHandler take() {
    taken = true;
    GateHandler handler = pending;
    pending = null;
    return handler;
  }

  private Handoff() {}
}
