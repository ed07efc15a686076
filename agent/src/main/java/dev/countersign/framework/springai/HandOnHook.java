package dev.countersign.framework.springai;

import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * {@code AsyncToolCallbackAdapter#callAsync} of Spring AI Alibaba, on the thread that works through
 * the call: from here on it goes on another one.
 */
final class HandOnHook implements SiteHandler {

  private final Turns turns;

  HandOnHook(Turns turns) {
    this.turns = turns;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    turns.handOn(self);
    return null;
  }
}
