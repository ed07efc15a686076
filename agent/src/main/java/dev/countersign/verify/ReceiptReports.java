package dev.countersign.verify;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Says what came of checking receipts: to people a line for each that holds and all five steps of
 * the others, to programs one JSON document. Written as they come; kept are the counts, and the
 * first report, whose steps are shown where it stays the only one.
 */
public final class ReceiptReports implements ReceiptVerifier.Reports {

  /** Runs the checks and hands every report on. */
  public interface Source {
    void to(ReceiptVerifier.Reports reports) throws IOException;
  }

  private final PrintWriter out;
  private final boolean details;
  private final Map<ReceiptReport.Result, Long> counts = new EnumMap<>(ReceiptReport.Result.class);
  private ReceiptReport only;
  private long count;

  private ReceiptReports(PrintWriter out, boolean details) {
    this.out = out;
    this.details = details;
    for (ReceiptReport.Result result : ReceiptReport.Result.values()) {
      counts.put(result, 0L);
    }
  }

  /**
   * Words for people.
   *
   * @param details whether all steps of every receipt are shown
   * @return how many came out how
   */
  public static Map<ReceiptReport.Result, Long> text(
      Source source, PrintWriter out, boolean details) throws IOException {
    ReceiptReports reports = new ReceiptReports(out, details);
    source.to(reports);
    reports.end();
    out.flush();
    return reports.counts;
  }

  /** One JSON document; returns how many came out how. */
  public static Map<ReceiptReport.Result, Long> json(Source source, PrintWriter out)
      throws IOException {
    ReceiptReports reports = new ReceiptReports(out, false);
    JsonText.Elements elements =
        each ->
            source.to(
                report -> {
                  reports.tally(report);
                  each.element(report.json());
                });
    JsonText.Members document =
        sink -> {
          sink.member("receipts", elements);
          Map<String, Object> counts = new LinkedHashMap<>();
          reports.counts.forEach((result, number) -> counts.put(result.text(), number));
          sink.member("counts", counts);
          sink.member("ok", reports.counts.get(ReceiptReport.Result.FAILED) == 0 && reports.any());
        };
    new JsonText(out).write(document);
    out.flush();
    return reports.counts;
  }

  private boolean any() {
    return count > 0;
  }

  private void tally(ReceiptReport report) {
    counts.merge(report.result(), 1L, Long::sum);
    count++;
  }

  @Override
  public void report(ReceiptReport report) {
    tally(report);
    if (count == 1) {
      only = report;
      return;
    }
    if (only != null) {
      show(only, details);
      only = null;
    }
    show(report, details);
  }

  private void end() {
    if (only != null) {
      show(only, true);
    }
    if (count == 0) {
      out.println("No receipt: the input is empty.");
      return;
    }
    if (count > 1) {
      out.println();
      out.println(
          count
              + " receipts: "
              + counts.get(ReceiptReport.Result.VERIFIED)
              + " verified, "
              + counts.get(ReceiptReport.Result.FAILED)
              + " FAILED, "
              + counts.get(ReceiptReport.Result.INCOMPLETE)
              + " incomplete.");
    }
    out.println(
        "A receipt that is not here proves nothing: that every decision has one is what the chain"
            + " shows (\"verify\").");
  }

  private void show(ReceiptReport report, boolean all) {
    out.println(
        pad(report.result().text(), 10)
            + ' '
            + (report.receipt() == null ? "line " + report.line() : Shown.of(report.receipt())));
    if (report.receipt() != null && report.type() != null) {
      out.println(
          "           "
              + Shown.of(report.verdict())
              + " of "
              + Shown.of(report.type())
              + ' '
              + Shown.of(report.target())
              + " at "
              + Shown.of(report.decidedAt()));
    }
    for (ReceiptStep step : report.steps()) {
      if (all || step.result() != ReceiptStep.Result.VERIFIED && isNews(report, step)) {
        out.println("  " + pad(step.name(), 10) + pad(step.result().text(), 12) + step.why());
      }
    }
  }

  private static boolean isNews(ReceiptReport report, ReceiptStep step) {
    return report.result() != ReceiptReport.Result.VERIFIED
        && step.result() != ReceiptStep.Result.DOES_NOT_APPLY;
  }

  private static String pad(String text, int width) {
    return text.length() >= width ? text + ' ' : text + " ".repeat(width - text.length());
  }
}
