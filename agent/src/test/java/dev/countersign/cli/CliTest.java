package dev.countersign.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

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

  /** What writes one kind of thing, which is for programs already, or a page, or nothing. */
  private static final Set<String> ONE_FORM =
      Set.of(
          "approvals serve",
          "bundle",
          "canonicalize",
          "config schema",
          "crosswalk",
          "export",
          "receipt export",
          "report");

  /** Every command, those of commands too, as the command line itself has them. */
  static List<String> commands() {
    List<String> all = new ArrayList<>();
    collect(line(), "", all);
    return all;
  }

  /** Those that do something themselves. */
  static List<String> doers() {
    return commands().stream().filter(name -> line(name).getSubcommands().isEmpty()).toList();
  }

  private static CommandLine line() {
    return Cli.commands(new Console(System.out, System.err, System.in));
  }

  private static void collect(CommandLine of, String path, List<String> all) {
    for (Map.Entry<String, CommandLine> each : of.getSubcommands().entrySet()) {
      String name = path.isEmpty() ? each.getKey() : path + ' ' + each.getKey();
      all.add(name);
      collect(each.getValue(), name, all);
    }
  }

  private static CommandLine line(String command) {
    CommandLine at = line();
    for (String step : command.split(" ", -1)) {
      at = at.getSubcommands().get(step);
    }
    return at;
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandHasHelpThatSaysWhatItIsFor(String command) {
    Ran ran = Ran.with((command + " --help").split(" "));
    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).startsWith("Usage: countersign " + command);
    assertThat(ran.err()).isEmpty();
    CommandLine.Model.CommandSpec spec = line(command).getCommandSpec();
    assertThat(spec.usageMessage().description()).as("what it does").isNotEmpty();
    for (CommandLine.Model.OptionSpec option : spec.options()) {
      assertThat(option.description()).as(option.longestName()).isNotEmpty();
    }
    for (CommandLine.Model.PositionalParamSpec parameter : spec.positionalParameters()) {
      assertThat(parameter.description()).as(parameter.paramLabel()).isNotEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("doers")
  void everyCommandThatReportsDoesSoForProgramsToo(String command) {
    assertThat(line(command).getCommandSpec().findOption("--format") != null)
        .isEqualTo(!ONE_FORM.contains(command));
    if (command.startsWith("policy ") || command.startsWith("breakglass ")) {
      assertThat(Ran.with((command + " --schema").split(" ")).out()).contains("2020-12");
    }
  }
}
