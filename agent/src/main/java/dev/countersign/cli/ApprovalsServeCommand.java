package dev.countersign.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code approvals serve}: the same in a browser of this machine. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Serves a page on this machine's loopback address: the calls that wait, what each would change,",
      "and the buttons to approve or refuse. Its link works once, for one tab. It ends with Ctrl-C, or",
      "with the end of standard input where --until-eof is given."
    })
final class ApprovalsServeCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private ApprovalsOption approvals;

  @Mixin private ApproverOptions approver;

  @Option(names = "--port", paramLabel = "N", description = "The port; without it, any free one.")
  private int port;

  @Option(
      names = "--until-eof",
      description = "Ends with its standard input too, as a child of another process should.")
  private boolean untilEof;

  ApprovalsServeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (port < 0 || port > 65_535) {
      throw new CommandFailure(Exit.USAGE, "--port: expected 1 to 65535");
    }
    ApprovalsOption.Place place = approvals.open();
    Approver person = approver.approver("approvals serve", place.keys());
    if (ModuleLayer.boot().findModule("jdk.httpserver").isEmpty()) {
      throw new CommandFailure(
          Exit.CANNOT,
          "this JVM has no module jdk.httpserver. Use a JDK that does, or \"approvals answer\".");
    }
    Docket docket =
        new Docket(
            place.directory(), person, line -> console.err().println("countersign: " + line));
    DeskServer server;
    try {
      server = new DeskServer(port, docket);
    } catch (IOException taken) {
      throw new CommandFailure(
          Exit.CANNOT,
          "the page cannot be served"
              + (port == 0 ? "" : " at port " + port)
              + ": "
              + taken.getMessage()
              + ". Is another desk there? Name another port: --port N.");
    }
    CountDownLatch ended = new CountDownLatch(1);
    Runnable ending =
        () -> {
          server.close();
          console.err().println("countersign: the desk has ended; nothing more is answered");
          ended.countDown();
        };
    Thread end = new Thread(ending, "countersign-desk-end");
    Runtime.getRuntime().addShutdownHook(end);
    console.err().println("countersign: open this link, it works once; end with Ctrl-C");
    console.out().println(server.link());
    console.out().flush();
    try {
      if (untilEof) {
        while (console.in().read() >= 0) {
          // whatever it is: only its end counts
        }
      } else {
        ended.await();
      }
    } catch (IOException | InterruptedException over) {
      Thread.currentThread().interrupt();
    }
    try {
      Runtime.getRuntime().removeShutdownHook(end);
    } catch (IllegalStateException alreadyEnding) {
      return Exit.CLEAN; // Ctrl-C: the hook closes it
    }
    ending.run();
    return Exit.CLEAN;
  }
}
