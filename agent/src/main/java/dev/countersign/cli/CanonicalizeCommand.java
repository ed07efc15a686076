package dev.countersign.cli;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.NotCanonicalException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code canonicalize [FILE]} (spec 6): the canonical bytes and nothing else, so that another tool
 * can hash exactly what it gets.
 */
@Command(
    name = "canonicalize",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Prints the canonical bytes of a JSON text, without a newline.")
final class CanonicalizeCommand implements Callable<Integer> {

  private final Console console;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      description = "JSON in UTF-8; none or - is standard input.")
  private String file;

  @Option(
      names = "--profile",
      defaultValue = "rho",
      description = "rho: numbers kept exact, as digests need it (default). jcs: plain RFC 8785.")
  private Profile profile;

  CanonicalizeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    JsonInput input = JsonInput.of(file, console);
    Object value = input.parse();
    byte[] canonical;
    try {
      canonical = profile == Profile.jcs ? Canonical.jcs(value) : Canonical.rho(value);
    } catch (NotCanonicalException refused) {
      throw input.refusedValue(refused);
    }
    console.out().write(canonical, 0, canonical.length);
    console.out().flush();
    if (console.out().checkError()) {
      throw new CommandFailure(
          Exit.CANNOT, "not everything could be written to standard output. Is its reader gone?");
    }
    return Exit.CLEAN;
  }

  /** Which canonical form. */
  enum Profile {
    rho,
    jcs
  }
}
