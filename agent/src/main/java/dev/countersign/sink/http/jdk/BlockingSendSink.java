package dev.countersign.sink.http.jdk;

import dev.countersign.EffectRefusedException;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * Lets a refusal leave {@code HttpClientImpl.send} as itself: the client wraps what its own threads
 * threw into a new {@code SecurityException}, of which nobody could tell what it is.
 */
final class BlockingSendSink implements SiteHandler {

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    return this;
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    if (thrown instanceof SecurityException
        && thrown.getCause() instanceof EffectRefusedException refused) {
      throw refused;
    }
    return result;
  }
}
