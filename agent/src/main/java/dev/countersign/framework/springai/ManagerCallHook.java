package dev.countersign.framework.springai;

import dev.countersign.weave.GatedCall;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/** The manager's own call of a callback, in whichever method a line of the library makes it. */
final class ManagerCallHook implements SiteHandler {

  private final GatedCall gate;

  /**
   * @param gate around {@code ToolCallback#call(String, ToolContext)}
   */
  ManagerCallHook(GatedCall gate) {
    this.gate = gate;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    if (args[0] != null) {
      args[0] = StandIn.of(args[0], gate);
    }
    return null;
  }
}
