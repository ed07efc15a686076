package dev.countersign.framework.springai;

import dev.countersign.weave.GatedCall;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/** The manager's own call of a callback, in whichever method a line of the library makes it. */
final class ManagerCallHook implements SiteHandler {

  private final GatedCall gate;
  private final Turns turns;

  /**
   * @param gate around {@code ToolCallback#call(String, ToolContext)}
   * @param turns get what the callback answers when it is asked for its definition
   */
  ManagerCallHook(GatedCall gate, Turns turns) {
    this.gate = gate;
    this.turns = turns;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    if (args[0] != null) {
      // An adapter's own "call" hands on what its caller has for it, on the caller's thread.
      Turns.Requested handed =
          self == null || woven.method().equals("call")
              ? null
              : turns.takeHandedOn(self, (String) args[1]);
      args[0] = StandIn.of(args[0], Library.callback(args[0].getClass()), gate, turns, handed);
    }
    return null;
  }
}
