package dev.countersign.cli;

import dev.countersign.verify.ChainFiles;
import dev.countersign.verify.Crosswalk;
import dev.countersign.verify.Given;
import dev.countersign.verify.Progress;
import dev.countersign.verify.Report;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code crosswalk}: verified books in the vocabulary of crewAIInc/crewAI#6030 (seed 6). */
@Command(
    name = "crosswalk",
    mixinStandardHelpOptions = true,
    description = {
      "Writes one chain as decisions and outcomes in the words of crewAIInc/crewAI#6030 (JSON).",
      "The chain is verified first. \"blocked\" is said only where its effect record shows that the"
          + " body was not entered, \"timeout\" never; what has no word there has no outcome."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:written",
      "1:the books do not verify; nothing is written",
      "2:usage",
      "3:written, of books that are incomplete",
      "4:a file cannot be read"
    })
final class CrosswalkCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "LEDGER",
      description = "A ledger directory, or the chain files of one chain (all segments).")
  private List<Path> inputs = new ArrayList<>();

  @Option(
      names = "--effects",
      paramLabel = "FILE",
      description = "Effect records that do not lie beside their chain.")
  private List<Path> effects = new ArrayList<>();

  @Option(names = "--schema", description = "Prints the JSON Schema of what this writes.")
  private boolean schema;

  private final Console console;

  CrosswalkCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (schema) {
      return OutputSchema.CROSSWALK.print(console);
    }
    if (inputs.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "Missing required parameter: 'LEDGER'");
    }
    Progress progress = new Progress();
    try (Ticker ticker = new Ticker(console, "crosswalk", progress)) {
      ChainFiles chain = OneChain.of(inputs, effects);
      if (chain == null) {
        throw new CommandFailure(Exit.CANNOT, OneChain.NO_CHAIN);
      }
      BufferedWriter out =
          new BufferedWriter(new OutputStreamWriter(console.out(), StandardCharsets.UTF_8));
      Report report = Crosswalk.write(chain, Given.nothing().withProgress(progress), out);
      out.flush();
      return report.exit(false);
    } catch (Crosswalk.Refused refused) {
      Report report = refused.report();
      throw new CommandFailure(
          Exit.FAILED,
          "nothing written: the books do not verify ("
              + (report.failures().isEmpty()
                  ? "execution binding is "
                      + (report.aggregate() == null ? "not applicable" : report.aggregate())
                  : report.failures().get(0))
              + "). Run \"verify\" on them for all findings");
    } catch (IllegalArgumentException several) {
      throw new ParameterException(
          spec.commandLine(), "about a crosswalk: " + several.getMessage());
    } catch (IOException unreadable) {
      throw new CommandFailure(Exit.CANNOT, "no crosswalk: " + Unreadable.why(unreadable));
    }
  }
}
