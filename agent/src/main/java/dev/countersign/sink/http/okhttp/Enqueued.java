package dev.countersign.sink.http.okhttp;

import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Calls that the dispatcher has in hand: the scope that asked for one stays open until the call is
 * over, for the tool may return before its request is judged.
 */
final class Enqueued {

  private final Effects effects;
  private final Map<Object, CallScope> scopes = Collections.synchronizedMap(new WeakHashMap<>());

  Enqueued(Effects effects) {
    this.effects = effects;
  }

  /** At the dispatcher's {@code enqueue}. */
  SiteHandler entering() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object dispatcher, Object[] args) {
        CallScope scope = effects.begun();
        if (scope != null) {
          scopes.put(args[0], scope);
        }
        return null;
      }
    };
  }

  /** At the dispatcher's {@code finished}, which every call passes that ran. */
  SiteHandler leaving() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object dispatcher, Object[] args) {
        end(args[0]);
        return null;
      }
    };
  }

  /** At the call's {@code failRejected}: the dispatcher's executor does not take it. */
  SiteHandler rejected() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object call, Object[] args) {
        end(call);
        return null;
      }
    };
  }

  private void end(Object call) {
    CallScope scope = scopes.isEmpty() ? null : scopes.remove(call);
    if (scope != null) {
      effects.completed(scope);
    }
  }
}
