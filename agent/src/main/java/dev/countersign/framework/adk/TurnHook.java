package dev.countersign.framework.adk;

import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * {@code Functions#handleFunctionCalls} and {@code #handleFunctionCallsLive}: every turn with calls
 * of tools passes here, and so does what a person confirmed.
 */
final class TurnHook implements SiteHandler {

  private final Turns turns;

  TurnHook(Turns turns) {
    this.turns = turns;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    turns.begin(args[0], args[1]);
    return null;
  }
}
