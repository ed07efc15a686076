package dev.countersign.verify;

import java.io.PrintWriter;
import java.util.Map;

/**
 * A report in words: the verdict, what was checked, what that proves, and what it does not (seed
 * 5).
 */
public final class ReportText {

  private static final int SHOWN = 20;

  private final Report report;
  private final PrintWriter out;

  public ReportText(Report report, PrintWriter out) {
    this.report = report;
    this.out = out;
  }

  /** Prints the whole report; {@code requireAnchor} as in {@link Report#exit}. */
  public void print(boolean requireAnchor) {
    out.println(
        "chain "
            + (report.chainId() == null ? "(none)" : Shown.of(report.chainId()))
            + ": "
            + verdict(report.exit(requireAnchor)));
    out.println();
    if (report.entries() > 0 || !report.isBundle()) {
      counts();
    }
    checks();
    findings();
    divergences();
    if (report.ok()) {
      meaning();
    }
  }

  private static String verdict(int exit) {
    return switch (exit) {
      case 0 -> "CLEAN";
      case 1 -> "FAILED";
      case 3 -> "INCOMPLETE, nothing wrong in what is there";
      default -> "NOT VERIFIED, something that was asked for could not be checked";
    };
  }

  private void counts() {
    out.println(
        count(report.entries(), "entry", "entries")
            + ", "
            + count(report.nodes(), "node", "nodes")
            + ", "
            + count(report.actionsChecked(), "allowed call", "allowed calls")
            + " measured against what its node may do"
            + (report.ungated() == 0
                ? ""
                : ", "
                    + report.ungated()
                    + " let through that nothing authorised (policy: unlisted)"));
    if (report.unfinished() > 0) {
      out.println(
          "then the beginning of an entry, "
              + count(report.unfinished(), "byte", "bytes")
              + " without an end: the process was killed while it wrote it, or still writes");
    }
    if (report.resumedFrom() != null) {
      resumed();
    }
    if (report.head() != null) {
      out.println("last entry " + report.head());
      out.println(
          "  keep it elsewhere: with --expected-head it shows later whether this was cut or rewritten");
    }
    out.println();
  }

  private void resumed() {
    long size = report.resumedFrom().size();
    out.println(
        "read from entry "
            + size
            + " on; the "
            + count(size, "entry", "entries")
            + " before are those of the checkpoint that you trust");
    if (report.archived() > 0) {
      out.println(
          "  archived: entries 0 to " + (report.archived() - 1) + " are not here, and not missed");
    }
    if (report.unmeasured() > 0) {
      out.println(
          "  "
              + count(report.unmeasured(), "allowed call", "allowed calls")
              + " of nodes that were made before: not measured against what they may do");
    }
    if (report.carried() > 0) {
      out.println(
          "  "
              + count(report.carried(), "outcome is", "outcomes are")
              + " of calls that were allowed before");
    }
  }

  private void checks() {
    Map<String, Object> checks = report.checks();
    line("integrity", checks.get("integrity"), "every entry's hash and link is recomputed");
    line("root", checks.get("root"), "one beginning");
    line("version", checks.get("version"), "one schema version throughout");
    line("chain id", checks.get("chain_id"), "every entry is of this chain");
    line(
        "ledger fields", checks.get("ledger_fields"), "nothing in an entry was passed over unread");
    line(
        "monotonicity", checks.get("monotonicity"), "no node holds more than the one that made it");
    line(
        "containment",
        checks.get("containment"),
        "no allowed call is outside its node's authority");
    line("anchor", checks.get("anchor"), anchorMeaning());
    line(
        "expected anchor",
        checks.get("expected_anchor"),
        report.expectedAnchor().equals("not checked")
            ? "no head or anchor was given that you kept yourself"
            : "compared with what you kept yourself");
    if (!report.checkpoints().equals("not present")) {
      line("checkpoints", report.checkpoints(), checkpointsMeaning());
    }
    if (!report.envelopes().equals("not present")) {
      line("envelopes", report.envelopes(), envelopesMeaning());
    }
    line("effects", report.effects(), effectsMeaning());
    binding();
    out.println();
  }

  private String anchorMeaning() {
    if (report.anchor().equals("not checked")) {
      return report.isBundle()
          ? "no --key was given: whoever made this bundle could have rewritten all of it"
          : "chain files carry no anchor; make a bundle with --key to have one";
    }
    return "a signature over the last entry, checked with your key";
  }

  private String checkpointsMeaning() {
    if (report.checkpoints().equals("FAILED")) {
      return "a checkpoint does not fit the chain, or is not signed by your key";
    }
    String what =
        report.checkpointsAgreed() == 0
            ? "the chain goes on from the one that you trust"
            : "the first "
                + count(report.checkpointedEntries(), "entry is", "entries are")
                + " those of a checkpoint";
    return report.checkpoints().equals("verified")
        ? what + (report.expectsCheckpoint() ? " that you kept" : ", signed by your key")
        : what + "; without --checkpoint-key it is not known who signed it";
  }

  private String envelopesMeaning() {
    long contradicted =
        report.observations().values().stream().filter("not_matched"::equals).count();
    return "a witness outside of the process signed "
        + count(report.observations().size(), "entry", "entries")
        + " of "
        + report.entries()
        + "; all others are the process's own word"
        + (contradicted == 0 ? "" : ". It saw something else at " + contradicted);
  }

  private String effectsMeaning() {
    return switch (report.effects()) {
      case "not present" -> "the entries name no effect records";
      case "not checked" ->
          "the entries name effect records that are not at hand; give them with --effects";
      default -> {
        String checked =
            count(report.effectsChecked(), "record", "records")
                + " compared with the entry that names it";
        yield report.unnamedRecords() == 0
            ? checked
            : checked
                + "; "
                + report.unnamedRecords()
                + " named by no entry (a write that was interrupted, or added later: proves nothing)";
      }
    };
  }

  private void binding() {
    ExecutionBinding binding = report.binding();
    if (binding == null) {
      line(
          "execution", "not applicable", "only schema version 2 says what happened after an allow");
      return;
    }
    String meaning =
        switch (binding.aggregate()) {
          case "clean" -> "every allowed call has its one outcome";
          case "failed" -> "an outcome does not fit its allow, or a promised one never came";
          default ->
              "not finished: a node still runs, was killed with calls pending, or promised no outcome";
        };
    line("execution", binding.aggregate(), meaning);
    line(
        "parameters",
        binding.paramsCoverage(),
        switch (binding.paramsCoverage()) {
          case "complete" -> "each call ran with the parameters that were authorised";
          case "partial" -> "equality of parameters is shown only where both hashes were recorded";
          default -> "no call records both hashes: equality of parameters is not shown";
        });
    int shown = 0;
    for (Map.Entry<String, Object> node : binding.lifecycles().entrySet()) {
      if (shown++ == SHOWN) {
        out.println("    ... " + (binding.lifecycles().size() - SHOWN) + " more nodes");
        break;
      }
      out.println("    node " + Shown.of(node.getKey()) + ": " + node.getValue());
    }
  }

  private void findings() {
    if (report.ok()) {
      return;
    }
    out.println(count(report.failures().size() + report.omitted(), "finding", "findings") + ":");
    for (Failure failure : report.failures()) {
      out.println(
          "  " + failure + (failure.entry() == null ? "" : " [entry " + failure.entry() + "]"));
    }
    if (report.omitted() > 0) {
      out.println("  ... and " + report.omitted() + " more of the same kinds");
    }
    out.println(
        "Keep these files as they are. The first finding is usually the cause of the others.");
    out.println();
  }

  private void divergences() {
    if (report.refused() + report.executed() == 0) {
      return;
    }
    out.println(
        "Effects that were not what had been approved: "
            + report.refused()
            + " refused, "
            + report.executed()
            + " executed");
    for (Divergence divergence : report.divergences()) {
      StringBuilder where = new StringBuilder();
      for (String path : divergence.paths()) {
        where.append(where.length() == 0 ? "" : ", ").append(Shown.of(path));
      }
      out.println(
          "  "
              + (divergence.executed() ? "EXECUTED" : "refused ")
              + " at seq "
              + divergence.seq()
              + (divergence.scope() == null ? "" : ", " + Shown.of(divergence.scope()))
              + ", call "
              + divergence.callId()
              + (where.length() == 0
                  ? ": there was no approval to compare it with"
                  : ": changed at " + where));
    }
    long more = report.refused() + report.executed() - report.divergences().size();
    if (more > 0) {
      out.println("  ... and " + more + " more");
    }
    out.println();
  }

  private void meaning() {
    out.println(
        "What this proves: the records agree with each other. Each allowed call has at most one");
    out.println("outcome, and no outcome is without its allowed call. " + since());
    out.println(
        "What it does not prove: who wrote the records, whether the effects happened in the world,");
    out.println(
        "or that every call that ran was recorded. Code in the same process can write valid entries,");
    out.println(
        "and a hook that was bypassed leaves nothing. These are the producer's own books, not a witness.");
  }

  private String since() {
    if (report.resumedFrom() != null) {
      return "Nothing was altered since the\ncheckpoint that you trust; of the entries before it, only what you verified then is known.";
    }
    if (report.expectedAnchor().equals("verified")) {
      return "Nothing was altered since you noted the\nhead or anchor that you gave.";
    }
    if (report.anchor().equals("verified")) {
      return "Nothing was altered since the\nenclosed anchor was signed; of the time before, nothing is known.";
    }
    return "No single entry was altered, but\n"
        + "without a key, head or anchor of yours the whole may have been rewritten by whoever had it.";
  }

  private void line(String name, Object state, String meaning) {
    String shown =
        state.equals(Boolean.TRUE) ? "yes" : state.equals(Boolean.FALSE) ? "NO" : state.toString();
    out.println("  " + pad(name, 16) + pad(shown, 14) + meaning);
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(Math.max(1, width - text.length()));
  }

  private static String count(long number, String one, String many) {
    return number + " " + (number == 1 ? one : many);
  }
}
