package dev.countersign.framework.mcp;

import dev.countersign.framework.Accessors;
import dev.countersign.framework.Calls;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * The constructors of the four records that hold a tool: its handler is known when the application
 * registers it, so that its preview can be asked for. Grants nothing.
 */
final class RegisteredHook implements SiteHandler {

  private final Calls calls;

  RegisteredHook(Calls calls) {
    this.calls = calls;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    if (Accessors.isExactly(args[0], Library.TOOL)) {
      calls.registered((String) Accessors.get(args[0], "name"), args[args.length - 1]);
    }
    return null;
  }
}
