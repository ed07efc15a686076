package dev.countersign.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CliTest {

  @Test
  void nothingAtAllIsAUsageErrorThatNamesHelp() {
    Ran ran = Ran.with();
    assertThat(ran.exit()).isEqualTo(Exit.USAGE);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).contains("Missing command").contains("countersign --help");
  }

  @Test
  void aMistypedCommandIsNamedWithTheNearest() {
    Ran ran = Ran.with("confg");
    assertThat(ran.exit()).isEqualTo(Exit.USAGE);
    assertThat(ran.err()).contains("config");
  }

  @Test
  void versionAndHelpGoToStandardOutput() {
    assertThat(Ran.with("--version").out()).startsWith("countersign ");
    Ran help = Ran.with("--help");
    assertThat(help.exit()).isZero();
    assertThat(help.out()).contains("config", "explain", "Exit codes");
    assertThat(help.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "config",
        "explain",
        "validate",
        "config check",
        "config show",
        "config schema",
        "approvals",
        "approvals list",
        "approvals answer",
        "approvals serve"
      })
  void everyCommandHasHelp(String command) {
    Ran ran = Ran.with((command + " --help").split(" "));
    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).startsWith("Usage: countersign " + command);
  }
}
