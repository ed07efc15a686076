package dev.countersign.sink.tool;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Snapshot;
import dev.countersign.config.HandoffRule;
import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.BodyState;
import dev.countersign.ledger.Params;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Firing;
import dev.countersign.scope.Hop;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A method that hands work on to a peer (spec 5.9, {@code handoff}): decided before it runs, and in
 * the books with a hash of what it was given. What the peer does with it is the peer's.
 */
final class HandoffPoint implements SiteHandler {

  private final Effects effects;
  private final HandoffRule rule;
  private final Adapter adapter;

  HandoffPoint(Effects effects, HandoffRule rule, Adapter adapter) {
    this.effects = effects;
    this.rule = rule;
    this.adapter = adapter;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    return effects.agents().handOff(new Hop(rule.peer(), adapter, handed(args)));
  }

  /** By position: the names depend on how a class was compiled. */
  private static Params handed(Object[] args) {
    try {
      Map<String, Object> handed = new LinkedHashMap<>();
      for (int i = 0; i < args.length; i++) {
        handed.put("arg" + i, Snapshot.of(args[i]));
      }
      return Params.of(handed);
    } catch (NotCanonicalException noForm) {
      return Params.UNSUPPORTED;
    }
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Firing hop = (Firing) token;
    switch (thrown == null ? Ending.of(result) : Ending.PLAIN) {
      case PLAIN -> hop.ended(thrown == null ? BodyState.RETURNED : BodyState.RAISED, thrown);
      case DEFERRED -> hop.ended(BodyState.DEFERRED, null);
      case OBSERVED ->
          ((CompletableFuture<?>) result).whenComplete(new Completion(effects, null, hop));
    }
    return result;
  }
}
