package dev.countersign.scope;

import dev.countersign.RefusalCode;
import dev.countersign.config.ToolRule;
import dev.countersign.effect.Verb;
import dev.countersign.judge.Judge;
import dev.countersign.ledger.Ground;
import dev.countersign.ledger.Node;
import dev.countersign.ledger.ScopeName;
import dev.countersign.preview.Standing;
import java.util.Map;

/** What holds for a call that the calling thread would make now (spec 4). */
final class DryStanding implements Standing {

  private static final String INVOKE = Surroundings.sink(Verb.INVOKE);

  private final Surroundings run;
  private final Actors actors;

  DryStanding(Surroundings run, Actors actors) {
    this.run = run;
    this.actors = actors;
  }

  @Override
  public Judge judge() {
    // Not taken: the entry that a change of the object is owed belongs to a call that happens.
    Judge held = ThreadCell.current().judge();
    return held == null ? run.judging().now() : held;
  }

  @Override
  public Map<String, Object> actor() {
    return actors.in(ThreadCell.current().acting()).state();
  }

  @Override
  public RefusalCode refused(String tool, ToolRule rule, Map<String, Object> arguments) {
    if (run.closed(INVOKE, tool)) {
      return RefusalCode.POLICY;
    }
    CallScope carried = ThreadCell.current().acting();
    Node node = carried == null ? null : carried.node();
    Ground ground = run.ledger().over(node);
    if (ground == null && node != null) {
      String scope = ScopeName.tool(tool);
      ground = node.refusesScope(scope);
      if (ground == null) {
        ground = node.refusesAmounts(scope, Books.amounts(rule, arguments));
      }
    }
    return ground == null ? null : Grants.codeOf(ground);
  }
}
