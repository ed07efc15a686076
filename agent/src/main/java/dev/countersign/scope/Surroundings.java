package dev.countersign.scope;

import dev.countersign.config.Configuration;
import dev.countersign.config.Mode;
import dev.countersign.judge.Judge;
import dev.countersign.ledger.Ledger;
import java.util.function.Supplier;

/**
 * What holds for the whole run.
 *
 * @param configuration as read before {@code main}
 * @param judge the judging object in force
 * @param ledger the books
 * @param runId 32 lowercase hex digits unless configured
 * @param lock waits for the digest of class path and module path (spec 1.4)
 * @param engineVersion of this agent
 * @param engineCommit what it was built from
 */
public record Surroundings(
    Configuration configuration,
    Judge judge,
    Ledger ledger,
    String runId,
    Supplier<String> lock,
    String engineVersion,
    String engineCommit) {

  boolean enforcing() {
    return configuration.mode() == Mode.ENFORCE;
  }
}
