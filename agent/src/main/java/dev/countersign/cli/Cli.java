package dev.countersign.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * The command line: {@code java -jar countersign-agent.jar <command>} (spec 6).
 *
 * <p>A command is a class with a {@link Console} in its constructor that implements {@code
 * Callable<Integer>} and is added in {@link #commands}. It returns a code of {@link Exit} or throws
 * {@link CommandFailure}; a person never sees a stack trace.
 */
@Command(
    name = "countersign",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description =
        "Binds each effect an AI agent fires to the request that was judged, and keeps books that verify.",
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:clean",
      "1:failed: findings, or input that cannot be parsed",
      "2:usage",
      "3:incomplete",
      "4:cannot verify: a file cannot be read, or a key or anchor that was asked for is missing"
    })
public final class Cli implements Runnable {

  @Spec private CommandSpec spec;

  private Cli() {}

  /** Runs one command and ends the JVM with its exit code. */
  public static void main(String[] args) {
    System.exit(run(args, System.out, System.err, System.in));
  }

  /**
   * Runs one command.
   *
   * @param args as on the command line
   * @param out receives results only
   * @param err receives messages
   * @param in what {@code -} reads
   * @return the exit code
   */
  public static int run(String[] args, PrintStream out, PrintStream err, InputStream in) {
    CommandLine line = commands(new Console(out, err, in));
    line.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
    line.setExecutionExceptionHandler((failure, command, parsed) -> report(failure, err));
    line.setParameterExceptionHandler(Cli::usage);
    int exit = line.execute(args);
    out.flush();
    err.flush();
    return exit;
  }

  static CommandLine commands(Console console) {
    CommandLine root = new CommandLine(new Cli());
    root.addSubcommand(new CanonicalizeCommand(console));
    root.addSubcommand(new DigestCommand(console));
    root.addSubcommand(new ConfigCommand(console));
    root.addSubcommand(new BundleCommand(console));
    root.addSubcommand(new VerifyCommand(console));
    root.addSubcommand(new ProofCommand(console));
    root.addSubcommand(
        new CommandLine(new ReceiptCommand())
            .addSubcommand(new ReceiptExportCommand(console))
            .addSubcommand(new ReceiptVerifyCommand(console)));
    root.addSubcommand(new ExportCommand(console));
    root.addSubcommand(new ReportCommand(console));
    root.addSubcommand(new CrosswalkCommand(console));
    root.addSubcommand(new DoctorCommand(console));
    root.addSubcommand(new ExplainCommand(console));
    root.addSubcommand(new StatusCommand(console));
    root.addSubcommand(new ValidateCommand(console));
    root.addSubcommand(new KillCommand(console));
    root.addSubcommand(new CompleteCommand(console));
    root.addSubcommand(
        new CommandLine(new PolicyCommand())
            .addSubcommand(new PolicyLintCommand(console))
            .addSubcommand(new PolicyTestCommand(console))
            .addSubcommand(new PolicyExplainCommand(console))
            .addSubcommand(new PolicyKeygenCommand(console))
            .addSubcommand(new PolicySignCommand(console))
            .addSubcommand(new PolicyInspectCommand(console))
            .addSubcommand(new PolicyDiffCommand(console))
            .addSubcommand(new PolicyRolloutCommand(console))
            .addSubcommand(new PolicyAckCommand(console)));
    root.addSubcommand(
        new CommandLine(new BreakglassCommand())
            .addSubcommand(new BreakglassCreateCommand(console))
            .addSubcommand(new PolicyInspectCommand(console)));
    root.addSubcommand(new SuggestCommand(console));
    root.addSubcommand(new GateCommand(console));
    root.addSubcommand(
        new CommandLine(new PinsCommand())
            .addSubcommand(new PinsListCommand(console))
            .addSubcommand(new PinsDiffCommand(console))
            .addSubcommand(new PinsAcceptCommand(console)));
    root.addSubcommand(
        new CommandLine(new ApprovalsCommand())
            .addSubcommand(new ApprovalsListCommand(console))
            .addSubcommand(new ApprovalsAnswerCommand(console))
            .addSubcommand(new ApprovalsServeCommand(console)));
    return root;
  }

  @Override
  public void run() {
    throw new CommandLine.ParameterException(spec.commandLine(), "Missing command.");
  }

  private static int usage(CommandLine.ParameterException wrong, String[] args) {
    CommandLine command = wrong.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("countersign: " + wrong.getMessage());
    CommandLine.UnmatchedArgumentException.printSuggestions(wrong, err);
    err.println(
        "Run \"" + command.getCommandSpec().qualifiedName() + " --help\" for what it takes.");
    return Exit.USAGE;
  }

  private static int report(Exception failure, PrintStream err) {
    if (failure instanceof CommandFailure known) {
      err.println("countersign: " + known.getMessage());
      return known.exit();
    }
    err.println(
        "countersign: this command failed for a reason it does not know: "
            + failure
            + ". Nothing it printed so far should be relied on. Please report it with the command line.");
    return Exit.CANNOT;
  }
}
