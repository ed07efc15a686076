package dev.countersign.cli;

import dev.countersign.approval.AnsweredException;
import dev.countersign.approval.ApprovalEntry;
import dev.countersign.approval.ApprovalState;
import dev.countersign.approval.Decision;
import dev.countersign.approval.Ticket;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code approvals answer}: a person says yes or no to one call. */
@Command(
    name = "answer",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Approves or refuses one call that waits. On a terminal it shows what the call would change and",
      "asks; elsewhere say --approve or --refuse. An approval holds once, for exactly this call. Of two",
      "who answer, the first decides."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:answered",
      "1:not answered: somebody else was first, it expired, or no such call waits",
      "2:usage",
      "3:not answered: the person who was asked said neither",
      "4:the directory, the configuration or the key cannot be used"
    })
final class ApprovalsAnswerCommand implements Callable<Integer> {

  private final Console console;

  @Mixin private ApprovalsOption approvals;

  @Mixin private ApproverOptions approver;

  @Parameters(
      paramLabel = "DIGEST",
      arity = "0..1",
      description = "The request digest, or how it begins. Not needed where one call waits.")
  private String digest;

  @ArgGroup private Said said;

  /** At most one of them. */
  static final class Said {
    @Option(names = "--approve", description = "It may happen, once.")
    private boolean approve;

    @Option(names = "--refuse", description = "It may not.")
    private boolean refuse;

    @Option(
        names = "--ask",
        description = "Shows the call and asks, also where standard input is no terminal.")
    private boolean ask;
  }

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why; signed with the answer.")
  private String reason;

  @Option(names = "--whole", description = "Nothing of the call is cut.")
  private boolean whole;

  @Option(names = "--format", defaultValue = "text", description = "text or json.")
  private Format format;

  @Option(names = "--schema", description = "Prints the JSON Schema of the JSON output.")
  private boolean schema;

  ApprovalsAnswerCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (schema) {
      return OutputSchema.APPROVALS_ANSWER.print(console);
    }
    boolean asks = said == null ? Terminal.isThere() : said.ask;
    if (said == null && !asks) {
      throw new CommandFailure(
          Exit.USAGE,
          "say --approve or --refuse: standard input is no terminal to ask on (--ask reads it anyway).");
    }
    if (!asks && (reason == null || reason.isBlank())) {
      throw new CommandFailure(
          Exit.USAGE, "an answer has a reason, which is signed with it: --reason TEXT.");
    }
    ApprovalsOption.Place place = approvals.open();
    Approver person = approver.approver("approvals answer", place.keys());
    try {
      ApprovalEntry entry = chosen(place);
      if (entry.state() != ApprovalState.PENDING) {
        return already(entry.ticket(), person);
      }
      Decision decision = !asks ? decided() : asked(entry, place);
      if (decision == null) {
        console.err().println("countersign: neither: nothing was answered");
        return Exit.INCOMPLETE;
      }
      return told(person.answer(place.directory(), entry.request(), decision, reason), person);
    } catch (AnsweredException first) {
      return already(first.ticket(), person);
    } catch (IOException failed) {
      throw new CommandFailure(
          Exit.FAILED, "nothing was answered: " + VisibleText.of(Unreadable.why(failed), 400));
    }
  }

  private Decision decided() {
    return said.approve ? Decision.APPROVE : Decision.REFUSE;
  }

  /** The one that is meant: what waits first, so that a used digest that waits again is found. */
  private ApprovalEntry chosen(ApprovalsOption.Place place) throws IOException {
    String prefix = digest == null ? "" : digest.toLowerCase(Locale.ROOT);
    List<ApprovalEntry> waiting = new ArrayList<>();
    List<ApprovalEntry> over = new ArrayList<>();
    for (ApprovalEntry entry : place.directory().entries()) {
      if (entry.fault() == null) {
        String own =
            entry.request() != null
                ? entry.request().requestDigest()
                : entry.ticket().requestDigest();
        if (own.startsWith(prefix)) {
          (entry.state() == ApprovalState.PENDING ? waiting : over).add(entry);
        }
      }
    }
    if (waiting.size() == 1) {
      return waiting.get(0);
    }
    if (waiting.size() > 1) {
      throw new CommandFailure(
          Exit.USAGE,
          waiting.size()
              + " calls wait whose digest begins so. Give more of it; \"approvals list\" has them."
              + " Nothing was answered.");
    }
    if (digest != null && !over.isEmpty()) {
      return over.get(over.size() - 1);
    }
    throw new CommandFailure(
        Exit.FAILED,
        (digest == null ? "no call waits" : "no call waits whose digest begins so")
            + ". \"approvals list\" says what does. Nothing was answered.");
  }

  /** Null where the person says neither. */
  private Decision asked(ApprovalEntry entry, ApprovalsOption.Place place) throws IOException {
    BufferedReader in = new BufferedReader(new InputStreamReader(console.in(), Terminal.charset()));
    RequestText.Block block = RequestText.of(entry, Instant.now(), whole, place.keys());
    for (String line : block.lines()) {
      console.err().println(line);
    }
    if (block.cut()) {
      console.err().println("Not everything is shown. To approve it, ask with --whole.");
    }
    while (true) {
      ask(
          block.cut()
              ? "Refuse this call? [refuse/no] "
              : "Approve or refuse? [approve/refuse/no] ");
      String answer = in.readLine();
      if (answer == null) {
        return null;
      }
      switch (answer.strip().toLowerCase(Locale.ROOT)) {
        case "approve":
          if (block.cut()) {
            continue;
          }
          return why(in) ? Decision.APPROVE : null;
        case "refuse":
          return why(in) ? Decision.REFUSE : null;
        case "no":
        case "n":
          return null;
        default:
          break; // asked again: one letter is too near to another for this
      }
    }
  }

  /** Asks for a reason where the command line gave none; false at the end of the input. */
  private boolean why(BufferedReader in) throws IOException {
    while (reason == null || reason.isBlank()) {
      ask("Why? ");
      reason = in.readLine();
      if (reason == null) {
        return false;
      }
    }
    return true;
  }

  private void ask(String question) {
    console.err().print(question);
    console.err().flush();
  }

  private int told(Ticket ticket, Approver person) {
    if (format == Format.json) {
      print(true, ticket);
    } else {
      String digest = ticket.requestDigest();
      console
          .out()
          .println(
              (ticket.decision() == Decision.APPROVE ? "approved" : "refused")
                  + ": "
                  + digest
                  + " by "
                  + VisibleText.of(person.name())
                  + (ticket.decision() == Decision.APPROVE
                      ? ", to be used once until " + ticket.expiresAt()
                      : ""));
    }
    return Exit.CLEAN;
  }

  /** Somebody was first, or time was. */
  private int already(Ticket ticket, Approver person) {
    if (format == Format.json) {
      print(false, ticket);
    }
    console
        .err()
        .println(
            "countersign: nothing was answered: "
                + (ticket == null
                    ? "the request has expired, or somebody's answer that cannot be read lies there."
                        + " The call can be asked anew"
                    : VisibleText.of(person.nameOf(ticket))
                        + " was first: "
                        + ticket.decision().text()
                        + " at "
                        + ticket.issuedAt()
                        + ", because "
                        + JsonText.quoted(ticket.reason())));
    return Exit.FAILED;
  }

  private void print(boolean answered, Ticket ticket) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("answered", answered);
    json.put("request_digest", ticket == null ? null : ticket.requestDigest());
    json.put("answer", ticket == null ? null : RequestText.answer(ticket));
    console.out().println(JsonText.of(json));
  }
}
