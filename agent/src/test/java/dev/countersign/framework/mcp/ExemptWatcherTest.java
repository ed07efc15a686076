package dev.countersign.framework.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import dev.countersign.ShortOfMemory;
import dev.countersign.config.Configuration;
import dev.countersign.gate.Gate;
import dev.countersign.judge.Judge;
import dev.countersign.judge.Judging;
import dev.countersign.ledger.Ledger;
import dev.countersign.ledger.LedgerSettings;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Seal;
import dev.countersign.scope.Surroundings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;

class ExemptWatcherTest {

  @TempDir private Path directory;

  /** Requests of a thread that stays in one are judged no more. */
  @Test
  void noThreadStaysInAnExemptionForWhichThereIsNoMemory() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("countersign.yaml"),
            "bundle: shop\nversion: 1\nmode: enforce\nledger: { dir: \""
                + directory.resolve("ledger")
                + "\" }\n");

    assertThat(
            ShortOfMemory.says(
                Entering.class,
                List.of(file.toString()),
                ExemptWatcher.class,
                Gate.class,
                Load.class,
                Pattern.class))
        .containsExactly("failed, outside", "entered, and left");
  }

  /** In a JVM of its own. */
  static final class Entering implements ShortOfMemory.Attempt {

    private static final Seal NOBODY = (frame, way, body) -> {};

    private final Effects effects;
    private ExemptWatcher watcher;

    private Entering(Effects effects) {
      this.effects = effects;
    }

    public static void main(String[] arguments) throws Exception {
      Configuration configuration = Configuration.load(Path.of(arguments[0]).toFile());
      Judging judging = Judging.from(new Judge(configuration, Map::of));
      Ledger ledger =
          Ledger.create(LedgerSettings.of(configuration.ledger().dir(), "shop", "test"));
      ShortOfMemory.tryIn(
          new Entering(
              new Effects(
                  new Surroundings(
                      configuration,
                      judging,
                      ledger,
                      "f0e1d2c3b4a5968778695a4b3c2d1e0f",
                      () -> "lock",
                      "test",
                      "test"))));
    }

    @Override
    public void make() {
      watcher = ExemptWatcher.in(effects, NOBODY);
      watcher.enter();
    }

    @Override
    public String result(boolean failed) {
      if (failed) {
        return effects.exemptions().current() == null ? "failed, outside" : "failed, inside";
      }
      boolean entered = effects.exemptions().current() != null;
      watcher.leave();
      watcher.ended();
      watcher = null; // the next one must not live on its memory
      return entered && effects.exemptions().current() == null
          ? "entered, and left"
          : "not entered";
    }
  }
}
