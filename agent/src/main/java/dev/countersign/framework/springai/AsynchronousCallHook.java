package dev.countersign.framework.springai;

import dev.countersign.framework.Accessors;
import dev.countersign.weave.GatedCall;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * The call of a callback of Spring AI Alibaba that goes on behind its method. That of the library's
 * own adapter calls another callback, which is bound there ({@link HandOnHook}).
 */
final class AsynchronousCallHook implements SiteHandler {

  private final GatedCall gate;
  private final Turns turns;
  private final String callback;

  /**
   * @param callback the interface that is called
   */
  AsynchronousCallHook(GatedCall gate, Turns turns, String callback) {
    this.gate = gate;
    this.turns = turns;
    this.callback = callback;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    if (args[0] != null && !Accessors.isExactly(args[0], Library.ALIBABA_ADAPTER)) {
      args[0] = StandIn.of(args[0], Library.named(args[0].getClass(), callback), gate, turns, null);
    }
    return null;
  }
}
