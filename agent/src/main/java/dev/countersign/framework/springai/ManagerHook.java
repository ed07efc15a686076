package dev.countersign.framework.springai;

import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * {@code DefaultToolCallingManager#executeToolCall}: every turn with calls of tools passes here.
 */
final class ManagerHook implements SiteHandler {

  private final Turns turns;

  ManagerHook(Turns turns) {
    this.turns = turns;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    turns.begin(args[1]);
    return turns;
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    turns.end();
    return result;
  }
}
