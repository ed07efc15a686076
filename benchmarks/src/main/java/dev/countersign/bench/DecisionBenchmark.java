package dev.countersign.bench;

import dev.countersign.config.Configuration;
import dev.countersign.config.ConfigurationException;
import dev.countersign.judge.Declared;
import dev.countersign.judge.Judge;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The entry that names a tool, and what a call of it may do, rendered from its arguments. */
@State(Scope.Benchmark)
public class DecisionBenchmark {

  private final Map<String, Object> arguments =
      Map.of("url", "https://example.com/shop.git", "dir", "checkouts/shop");

  private Judge judge;

  @Setup
  public void readConfiguration() throws ConfigurationException {
    judge =
        new Judge(
            Configuration.parse(
                "countersign.yaml",
                (Configurations.README + "ledger: { dir: ledger }\n")
                    .getBytes(StandardCharsets.UTF_8)),
            Map::of);
  }

  @Benchmark
  public List<Declared> decide() {
    return judge.declare(judge.ruleFor("clone_repo"), arguments);
  }
}
