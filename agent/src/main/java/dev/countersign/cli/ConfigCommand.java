package dev.countersign.cli;

import dev.countersign.config.Configuration;
import dev.countersign.config.ConfigurationException;
import dev.countersign.config.Problem;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code config check|schema|show}: the agent's own parser, outside an agent. */
@Command(
    name = "config",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "Looks at a configuration file with the agent's own parser.")
final class ConfigCommand implements Runnable {

  /** What an absent FILE and {@code -} are called in messages. */
  private static final String STANDARD_INPUT = "standard input";

  private final Console console;

  @Spec private CommandSpec spec;

  ConfigCommand(Console console) {
    this.console = console;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command: check, schema or show.");
  }

  @Command(
      name = "check",
      mixinStandardHelpOptions = true,
      description =
          "Reads the file as the agent would, and says what is wrong, what deserves a look, and what it leaves open.")
  int check(
      @Parameters(
              paramLabel = "FILE",
              arity = "0..1",
              description = "YAML or JSON; none or - is standard input.")
          String file,
      @Option(names = "--format", defaultValue = "text", description = "text or json.")
          Format format) {
    try {
      Configuration read = read(file);
      if (format == Format.json) {
        console.out().println(JsonText.of(report(named(file), read, List.of())));
        return Exit.CLEAN;
      }
      for (Problem warning : read.warnings()) {
        console.err().println("countersign: warning: " + warning);
      }
      for (String hole : read.holes()) {
        console.err().println("countersign: hole: " + hole);
      }
      console.out().println(summary(named(file), read));
      return Exit.CLEAN;
    } catch (ConfigurationException e) {
      if (format == Format.json) {
        console.out().println(JsonText.of(report(named(file), null, e.problems())));
      } else {
        print(e);
      }
      return exit(e);
    }
  }

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description =
          "Prints what is in force, defaults included, as a configuration that means the same.")
  int show(
      @Parameters(
              paramLabel = "FILE",
              arity = "0..1",
              description = "YAML or JSON; none or - is standard input.")
          String file,
      @Option(names = "--format", defaultValue = "text", description = "text (YAML) or json.")
          Format format) {
    try {
      Map<String, Object> inForce = read(file).inForce();
      console
          .out()
          .print(format == Format.json ? JsonText.of(inForce) + "\n" : YamlText.of(inForce));
      return Exit.CLEAN;
    } catch (ConfigurationException e) {
      print(e);
      return exit(e);
    }
  }

  @Command(
      name = "schema",
      mixinStandardHelpOptions = true,
      description = "Prints the JSON Schema (2020-12) of the file, for editors.")
  int schema() {
    try (InputStream in = Configuration.class.getResourceAsStream("countersign.schema.json")) {
      console.out().print(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      return Exit.CLEAN;
    } catch (IOException e) {
      throw new CommandFailure(
          Exit.CANNOT, "the schema in this jar cannot be read: " + e.getMessage());
    }
  }

  private Configuration read(String file) throws ConfigurationException {
    if (file != null && !file.equals("-")) {
      return Configuration.load(new File(file));
    }
    try {
      // One byte more than the bound is enough for the parser to say that it is exceeded.
      return Configuration.parse(
          STANDARD_INPUT, console.in().readNBytes(Configuration.MAX_BYTES + 1));
    } catch (IOException e) {
      throw new CommandFailure(Exit.CANNOT, "standard input cannot be read: " + e.getMessage());
    }
  }

  private void print(ConfigurationException e) {
    for (Problem problem : e.problems()) {
      console.err().println("countersign: " + problem);
    }
  }

  private static int exit(ConfigurationException e) {
    return e.unreadable() ? Exit.CANNOT : Exit.FAILED;
  }

  private static String named(String file) {
    return file == null || file.equals("-") ? STANDARD_INPUT : file;
  }

  private static String summary(String file, Configuration read) {
    return file
        + ": in order: bundle "
        + read.bundle()
        + " version "
        + read.version()
        + ", mode "
        + read.mode().text()
        + ", "
        + counted(read.tools().size(), "tool", "tools")
        + ", "
        + counted(read.bind().size(), "bind", "binds")
        + ", "
        + counted(read.ambient().size(), "ambient effect", "ambient effects")
        + ", "
        + counted(read.warnings().size(), "warning", "warnings")
        + ", "
        + counted(read.holes().size(), "hole", "holes");
  }

  private static String counted(int count, String one, String many) {
    return count + " " + (count == 1 ? one : many);
  }

  private static Map<String, Object> report(String file, Configuration read, List<Problem> errors) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("file", file);
    report.put("ok", read != null);
    report.put("errors", places(errors));
    report.put("warnings", places(read == null ? List.of() : read.warnings()));
    report.put("holes", read == null ? List.of() : read.holes());
    report.put("sha256", read == null ? null : read.sha256());
    return report;
  }

  private static List<Object> places(List<Problem> problems) {
    List<Object> places = new ArrayList<>();
    for (Problem problem : problems) {
      Map<String, Object> place = new LinkedHashMap<>();
      place.put("line", problem.line() == 0 ? null : problem.line());
      place.put("column", problem.line() == 0 ? null : problem.column());
      place.put("path", problem.path());
      place.put("message", problem.message());
      places.add(place);
    }
    return places;
  }
}
