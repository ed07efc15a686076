package dev.countersign.agent;

import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Randomness;
import dev.countersign.config.Configuration;
import dev.countersign.config.Unbound;
import dev.countersign.learn.Learning;
import dev.countersign.ledger.Timestamp;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Begins the file of what is learned. Loaded only where {@code ledger.learn} is configured. */
final class LearningStart {

  /**
   * @throws NotStarted if the file cannot be made: a run that was to be learned from would not be
   */
  static Learning begin(Configuration configuration, Path file, String version) throws NotStarted {
    byte[] run = new byte[8];
    Randomness.fill(run);
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("run", Hex.of(run));
    about.put("agent_version", version);
    about.put("started", Timestamp.text(Instant.now()));
    about.put("configuration", configuration.sha256());
    about.put("bundle", configuration.bundle());
    about.put("version", configuration.version());
    about.put("ledger", configuration.ledger().dir());
    about.put("frameworks", configuration.frameworks());
    Unbound unbound = configuration.unbound();
    about.put("elsewhere_exec", unbound.elsewhereExec().text());
    about.put("elsewhere_send", unbound.elsewhereSend().text());
    try {
      return Learning.begin(file, about, configuration.send().headers());
    } catch (IOException unusable) {
      throw new NotStarted(
          "ledger.learn: "
              + file
              + " cannot be made ("
              + unusable.getMessage()
              + "). Make room there, or remove ledger.learn");
    }
  }

  private LearningStart() {}
}
