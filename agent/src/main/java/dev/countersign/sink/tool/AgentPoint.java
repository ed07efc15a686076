package dev.countersign.sink.tool;

import dev.countersign.config.AgentRule;
import dev.countersign.ledger.Authority;
import dev.countersign.ledger.BodyState;
import dev.countersign.ledger.Ceiling;
import dev.countersign.ledger.Measure;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Firing;
import dev.countersign.scope.Hop;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/**
 * A method that is an agent of its own (spec 5.9): while it runs, what happens is done by a node
 * that may do no more than the entry says and than its caller may.
 *
 * <p>It stands inside every other site of the method: where the method is a tool as well, the call
 * is the caller's and the body is the agent's.
 */
final class AgentPoint implements SiteHandler {

  private final Effects effects;
  private final AgentRule rule;
  private final Authority given;

  /** Null where no receipts are kept. */
  private final Hop hop;

  AgentPoint(Effects effects, AgentRule rule, Hop hop) {
    this.effects = effects;
    this.rule = rule;
    this.hop = hop;
    List<Ceiling> ceilings = new ArrayList<>(rule.ceilings().size());
    for (AgentRule.Most most : rule.ceilings()) {
      ceilings.add(Ceiling.of(Measure.named(most.key()), most.appliesTo(), most.max()));
    }
    this.given =
        new Authority(rule.scopes(), ceilings, rule.ttl() == null ? null : rule.ttl().toSeconds());
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    return effects.agents().enter(rule, given, hop);
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    CallScope frame = (CallScope) token;
    effects.agents().leave(frame);
    Ending ending = thrown == null ? Ending.of(result) : Ending.PLAIN;
    Firing end = frame.hop();
    switch (ending) {
      case PLAIN -> {
        effects.agents().end(frame);
        if (end != null) {
          end.ended(thrown == null ? BodyState.RETURNED : BodyState.RAISED, thrown);
        }
      }
      case DEFERRED -> {
        effects.agents().endLater(frame);
        if (end != null) {
          end.ended(BodyState.DEFERRED, null);
        }
      }
      case OBSERVED -> ((CompletableFuture<?>) result).whenComplete(new Completed(effects, frame));
    }
    return result;
  }

  /** Our one dependent of a future that an agent's method returned. */
  private record Completed(Effects effects, CallScope frame)
      implements BiConsumer<Object, Throwable> {

    @Override
    public void accept(Object value, Throwable thrown) {
      try {
        effects.agents().end(frame);
        if (frame.hop() != null) {
          Completion.tell(frame.hop(), thrown);
        }
      } catch (Throwable failed) {
        effects.outcomeLost(failed);
      }
    }
  }
}
