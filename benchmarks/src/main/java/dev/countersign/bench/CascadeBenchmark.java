package dev.countersign.bench;

import dev.countersign.effect.Verb;
import dev.countersign.guardrail.Cascade;
import dev.countersign.guardrail.Judgment;
import dev.countersign.guardrail.PolicyException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * One call judged by a hundred rules, none of which matches, so that each of them is asked: rules
 * about this tool and about others, in four layers, by amounts, texts, lists and the actor.
 */
@State(Scope.Benchmark)
public class CascadeBenchmark {

  private static final String[] SENTENCES = {
    "invoke of \"refund\" where arguments.amount > 50000",
    "invoke where arguments.currency not in [\"EUR\", \"USD\", \"CHF\"]",
    "invoke of \"refund\" where arguments.account starts with \"internal:\"",
    "invoke of \"payout\" where arguments.amount > 10",
    "any effect where actor.clearance != \"internal\"",
    "invoke of \"refund\" where arguments.amount > 1000 and arguments.reason is missing",
    "exec where program not in [\"git\", \"ls\"]",
    "invoke where arguments.items[any].price > 900",
    "send where host = \"evil.example\"",
    "invoke of \"refund\" where arguments.note contains \"gift card\"",
  };

  private final Map<String, Object> intent = new LinkedHashMap<>();
  private final Map<String, Object> actor =
      Map.of("agent", "clerk", "clearance", "internal", "scopes", List.of("pay"));
  private Cascade cascade;

  @Setup
  public void compile() throws PolicyException {
    List<Object> layers = new ArrayList<>();
    String[] levels = {"platform", "org", "org_unit", "team"};
    for (int layer = 0; layer < levels.length; layer++) {
      List<Object> rules = new ArrayList<>();
      for (int i = 0; i < 25; i++) {
        rules.add(
            Map.of(
                "id",
                "r" + layer + "-" + i,
                "when",
                SENTENCES[(layer * 25 + i) % SENTENCES.length],
                "verdict",
                i % 5 == 4 ? "requires_approval" : "deny",
                "reason",
                "r"));
      }
      layers.add(Map.of("level", levels[layer], "version", 1L, "rules", rules));
    }
    cascade = Cascade.of(Map.of("layers", layers));
    intent.put("tool", "refund");
    intent.put("method", "com.acme.Refunds#create(java.lang.String,long)");
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("account", "customer:4711");
    arguments.put("amount", 4200L);
    arguments.put("currency", "EUR");
    arguments.put("reason", "damaged");
    arguments.put("note", "the parcel arrived wet, and what was in it as well");
    arguments.put("items", List.of(Map.of("price", 10L), Map.of("price", 20L)));
    intent.put("arguments", arguments);
  }

  @Benchmark
  public Judgment judge() {
    return cascade.judge(Verb.INVOKE, intent, actor);
  }
}
