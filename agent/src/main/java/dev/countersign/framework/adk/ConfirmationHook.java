package dev.countersign.framework.adk;

import dev.countersign.framework.Accessors;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * {@code ToolContext#requestConfirmation}: a person will be asked, and the call carried out in
 * another run.
 */
final class ConfirmationHook implements SiteHandler {

  private final Turns turns;
  private final Confirmations confirmations;

  ConfirmationHook(Turns turns, Confirmations confirmations) {
    this.turns = turns;
    this.confirmations = confirmations;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Requested call = turns.of(self);
    if (call != null && call.id() != null) {
      confirmations.ask(Accessors.get(self, "invocationContext"), call);
    }
    return null;
  }
}
