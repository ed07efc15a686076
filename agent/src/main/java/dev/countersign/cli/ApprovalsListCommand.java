package dev.countersign.cli;

import dev.countersign.approval.ApprovalEntry;
import dev.countersign.approval.ApprovalState;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code approvals list}: what waits, and what it would change. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Lists the calls that wait for a person's approval, the oldest first, with what each would change.",
      "Texts of a call are shown so that nothing in them is hidden; long ones are cut."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nothing waits",
      "1:a file in the directory is neither a request nor an answer",
      "2:usage",
      "3:something waits for an answer",
      "4:the directory or the configuration cannot be read"
    })
final class ApprovalsListCommand implements Callable<Integer> {

  private static final long POLL_NANOS = 1_000_000_000L;
  private static final int MOST_ODD = 20;

  private final Console console;

  @Mixin private ApprovalsOption approvals;

  @Option(names = "--all", description = "Also what was answered, used, or expired.")
  private boolean all;

  @Option(names = "--whole", description = "Nothing is cut.")
  private boolean whole;

  @Option(
      names = "--watch",
      description = "Goes on with each call that comes, until the command is ended (Ctrl-C).")
  private boolean watch;

  @Option(names = "--format", defaultValue = "text", description = "text or json.")
  private Format format;

  @Option(names = "--schema", description = "Prints the JSON Schema of the JSON output.")
  private boolean schema;

  ApprovalsListCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (schema) {
      return OutputSchema.APPROVALS_LIST.print(console);
    }
    if (watch && format == Format.json) {
      throw new CommandFailure(Exit.USAGE, "--watch prints text; --format json is one document.");
    }
    ApprovalsOption.Place place = approvals.open();
    try {
      List<ApprovalEntry> entries = place.directory().entries();
      int waiting = waiting(entries);
      int faults = 0;
      for (ApprovalEntry entry : entries) {
        faults += entry.fault() != null ? 1 : 0;
      }
      if (format == Format.json) {
        console.out().println(JsonText.of(json(entries, waiting)));
      } else {
        Set<String> shown = new HashSet<>();
        print(entries, place.keys(), shown);
        tellFaults(entries, faults);
        if (watch) {
          watch(place, shown);
        }
        console
            .out()
            .println(
                waiting == 0
                    ? "no call waits for an approval"
                    : waiting
                        + (waiting == 1 ? " call waits" : " calls wait")
                        + " for an approval");
      }
      return faults > 0 ? Exit.FAILED : waiting > 0 ? Exit.INCOMPLETE : Exit.CLEAN;
    } catch (IOException unreadable) {
      throw new CommandFailure(Exit.CANNOT, Unreadable.why(unreadable));
    }
  }

  private static int waiting(List<ApprovalEntry> entries) {
    int waiting = 0;
    for (ApprovalEntry entry : entries) {
      waiting += entry.state() == ApprovalState.PENDING ? 1 : 0;
    }
    return waiting;
  }

  /** Ends with the process, or where its thread is interrupted. */
  private void watch(ApprovalsOption.Place place, Set<String> shown) throws IOException {
    console
        .err()
        .println("countersign: watching " + place.directory().path() + "; end with Ctrl-C");
    while (!Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(this, POLL_NANOS);
      print(place.directory().entries(), place.keys(), shown);
    }
  }

  /**
   * @param shown ids of what was printed; gets those that are
   */
  private void print(List<ApprovalEntry> entries, List<byte[]> keys, Set<String> shown) {
    Instant now = Instant.now();
    for (ApprovalEntry entry : entries) {
      if (entry.fault() == null && (all || entry.state() == ApprovalState.PENDING)) {
        String id = entry.request() != null ? entry.request().id() : entry.ticket().id();
        if (shown.add(id + entry.state())) {
          for (String line : RequestText.of(entry, now, whole, keys).lines()) {
            console.out().println(line);
          }
          console.out().println();
        }
      }
    }
    console.out().flush();
  }

  private void tellFaults(List<ApprovalEntry> entries, int faults) {
    int told = 0;
    for (ApprovalEntry entry : entries) {
      if (entry.fault() != null && told++ < MOST_ODD) {
        console
            .err()
            .println("countersign: " + VisibleText.of(entry.file() + ": " + entry.fault(), 400));
      }
    }
    if (faults > MOST_ODD) {
      console.err().println("countersign: and " + (faults - MOST_ODD) + " more such files");
    }
  }

  private Map<String, Object> json(List<ApprovalEntry> entries, int waiting) {
    List<Object> listed = new ArrayList<>();
    List<Object> faulty = new ArrayList<>();
    for (ApprovalEntry entry : entries) {
      if (entry.fault() != null) {
        Map<String, Object> fault = new LinkedHashMap<>();
        fault.put("file", entry.file().toString());
        fault.put("fault", entry.fault());
        faulty.add(fault);
      } else if (all || entry.state() == ApprovalState.PENDING) {
        listed.add(RequestText.json(entry));
      }
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("waiting", waiting);
    json.put("approvals", listed);
    json.put("faults", faulty);
    return json;
  }
}
