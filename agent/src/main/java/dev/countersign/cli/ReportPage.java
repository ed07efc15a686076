package dev.countersign.cli;

import dev.countersign.verify.Chronicle;
import dev.countersign.verify.Failure;
import dev.countersign.verify.Report;
import dev.countersign.verify.SegmentFile;
import dev.countersign.verify.Timeline;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The page of {@code report}: one file, nothing from elsewhere, no script. Colour says state and
 * nothing else.
 */
final class ReportPage {

  private static final int SHOWN = 200;

  /** Refusals that are seen without asking for them. */
  private static final int OPEN = 25;

  private static final DateTimeFormatter SECOND =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  /**
   * One chain on the page.
   *
   * @param exit of the verification alone
   */
  record Chain(Report report, Chronicle account, List<SegmentFile> segments, int exit) {}

  private final List<Chain> chains;
  private final Instant made;
  private final String version;
  private final Html html;

  ReportPage(List<Chain> chains, Instant made, String version, Appendable out) {
    this.chains = chains;
    this.made = made;
    this.version = version;
    this.html = new Html(out);
  }

  void write() throws IOException {
    html.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
        .raw("style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n")
        .raw("<meta name=\"referrer\" content=\"no-referrer\">\n<title>")
        .text("Books of " + subject() + " \u2013 " + word(worst()).toLowerCase(Locale.ROOT))
        .raw("</title>\n<style>\n")
        .raw(style())
        .raw("</style>\n</head>\n<body>\n<header>\n<h1>What the books of ")
        .element("span", "wrap", subject())
        .raw(" say</h1>\n<p class=\"quiet\">verified offline ")
        .text(SECOND.format(made) + " UTC by countersign " + version)
        .raw("</p>\n");
    if (chains.size() > 1) {
      contents();
    }
    html.raw("</header>\n<main>\n");
    for (int i = 0; i < chains.size(); i++) {
      chain(chains.get(i), i);
    }
    html.raw("</main>\n<footer>\n<p>Made from the producer\u2019s own books by ")
        .element("span", "mono", "countersign report")
        .raw(". Names and texts in it come from those books and may be anything; they are shown")
        .raw(" with what is invisible in them spelled out. This page loads nothing and runs")
        .raw(" nothing.</p>\n</footer>\n</body>\n</html>\n");
  }

  private static String style() throws IOException {
    try (InputStream css = ReportPage.class.getResourceAsStream("report.css")) {
      return new String(css.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private String subject() {
    String first = name(chains.get(0));
    for (Chain chain : chains) {
      if (!name(chain).equals(first)) {
        return chains.size() + " chains";
      }
    }
    return first;
  }

  private static String name(Chain chain) {
    return chain.account.agent() == null ? "an unnamed agent" : chain.account.agent();
  }

  private int worst() {
    int worst = 0;
    for (Chain chain : chains) {
      worst = chain.exit == 1 || worst == 1 ? 1 : Math.max(worst, chain.exit);
    }
    return worst;
  }

  private static String word(int exit) {
    return switch (exit) {
      case 0 -> "Clean";
      case 1 -> "Failed";
      case 3 -> "Incomplete";
      default -> "Not verified";
    };
  }

  private static String color(int exit) {
    return exit == 0 ? "good" : exit == 1 ? "bad" : "open";
  }

  private void contents() throws IOException {
    html.raw("<nav aria-label=\"Chains\">\n<ul>\n");
    for (int i = 0; i < Math.min(chains.size(), SHOWN); i++) {
      Chain chain = chains.get(i);
      html.raw("<li><a href=\"#c" + i + "\" class=\"mono\">")
          .text(id(chain))
          .raw("</a> <b class=\"" + color(chain.exit) + "\">" + word(chain.exit) + "</b> ")
          .element("span", "quiet", name(chain) + ", " + count(chain.report.entries()) + " entries")
          .raw("</li>\n");
    }
    html.raw("</ul>\n");
    more(chains.size() - SHOWN, "chain", "chains");
    html.raw("</nav>\n");
  }

  private static String id(Chain chain) {
    return chain.report.chainId() == null ? "(no chain id)" : chain.report.chainId();
  }

  private void chain(Chain chain, int index) throws IOException {
    html.raw("<article id=\"c" + index + "\">\n");
    verdict(chain);
    facts(chain);
    axes(chain);
    findings(chain.report);
    timeline(chain.account);
    tools(chain.account);
    refusals(chain);
    holes(chain.account);
    segments(chain);
    checks(chain.report);
    meaning(chain.report);
    html.raw("</article>\n");
  }

  private void verdict(Chain chain) throws IOException {
    html.raw("<div class=\"verdict " + color(chain.exit) + "\">\n")
        .element("strong", null, word(chain.exit))
        .raw("\n")
        .element("span", null, sentence(chain))
        .raw("\n</div>\n");
  }

  private static String sentence(Chain chain) {
    Report report = chain.report;
    return switch (chain.exit) {
      case 0 ->
          "Every allowed call has its one outcome, and nothing in these books contradicts itself.";
      case 1 ->
          report.ok()
              ? "The entries hang together, but a call was never accounted for where the work was said to be done."
              : count(report.failures().size() + report.omitted())
                  + (report.failures().size() + report.omitted() == 1 ? " finding" : " findings")
                  + ". Keep these files as they are.";
      case 3 ->
          "Nothing wrong in what is there, but it is not finished, or records are not at hand.";
      default -> "Something that was asked for could not be checked.";
    };
  }

  private void facts(Chain chain) throws IOException {
    html.raw("<dl class=\"facts\">\n");
    fact("Agent", name(chain), "wrap");
    Timeline time = chain.account.timeline();
    if (!time.isEmpty()) {
      fact("Period, UTC", period(time), null);
    }
    fact("Entries", count(chain.report.entries()), null);
    Map<String, Object> start = chain.account.start();
    if (start.get("mode") != null) {
      fact("Mode", start.get("mode"), null);
    }
    if (start.get("agent_version") != null) {
      fact("Countersign, JDK", start.get("agent_version") + ", " + start.get("jdk"), "wrap");
    }
    fact("Chain", id(chain), "mono wrap");
    if (start.get("configuration") != null) {
      fact("Configuration", start.get("configuration"), "mono wrap");
    }
    if (chain.report.head() != null) {
      fact("Last entry, to be kept elsewhere", chain.report.head(), "mono wrap");
    }
    html.raw("</dl>\n");
  }

  private static String period(Timeline time) {
    String from = SECOND.format(Instant.ofEpochMilli(time.first()));
    String to = SECOND.format(Instant.ofEpochMilli(time.last()));
    if (from.equals(to)) {
      return from;
    }
    return from.substring(0, 10).equals(to.substring(0, 10))
        ? from + " \u2013 " + to.substring(11)
        : from + " \u2013 " + to;
  }

  private void fact(String name, Object value, String classes) throws IOException {
    html.raw("<div>").element("dt", null, name).element("dd", classes, value).raw("</div>\n");
  }

  /** State and coverage are two things: neither stands for the other. */
  private void axes(Chain chain) throws IOException {
    Report report = chain.report;
    Map<String, Long> counts = report.counts();
    html.raw(
        "<div class=\"axes\">\n<section class=\"axis\">\n<h3>Were all calls accounted for?</h3>\n");
    String aggregate = report.aggregate();
    if (aggregate == null) {
      html.raw(
          "<div class=\"state\">Not applicable</div>\n<p>Schema version 1 records no outcomes.</p>\n");
    } else {
      html.raw(
              "<div class=\"state "
                  + color(aggregate.equals("clean") ? 0 : aggregate.equals("failed") ? 1 : 3)
                  + "\">")
          .text(capital(aggregate))
          .raw("</div>\n<ul>\n");
      row("observed: an outcome was seen", counts.getOrDefault("observed", 0L));
      row("promised none", counts.getOrDefault("unobserved", 0L));
      row("unaccounted for", counts.getOrDefault("unaccounted", 0L));
      row("of these ended in an exception", counts.getOrDefault("raised", 0L));
      row("abandoned when the JVM ended", counts.getOrDefault("abandoned", 0L));
      html.raw("</ul>\n");
    }
    html.raw("</section>\n<section class=\"axis\">\n<h3>Did arguments stay the same?</h3>\n");
    String coverage = report.paramsCoverage();
    html.raw("<div class=\"state\">")
        .text(coverage == null ? "Not applicable" : capital(coverage))
        .raw("</div>\n<p>")
        .text(
            coverage == null
                ? "Schema version 1 records no arguments."
                : switch (coverage) {
                  case "complete" -> "Each call ran with the arguments that were authorised.";
                  case "partial" -> "Only where both hashes were recorded.";
                  default -> "No call records both hashes.";
                })
        .raw("</p>\n<ul>\n");
    row("let through that nothing authorised", report.ungated());
    row("effect records compared", report.effectsChecked());
    html.raw("</ul>\n</section>\n<section class=\"axis\">\n<h3>What was not as approved?</h3>\n");
    html.raw("<div class=\"state" + (report.executed() > 0 ? " bad" : "") + "\">")
        .text(
            report.executed() > 0
                ? count(report.executed()) + " executed"
                : count(chain.account.refused()) + " refused")
        .raw("</div>\n<p>")
        .text(
            report.executed() > 0
                ? "Effects happened that were not what had been approved (mode observe)."
                : "Nothing that differed from its approval is recorded as having happened.")
        .raw("</p>\n<ul>\n");
    row("refused", chain.account.refused());
    row("of these for a difference", report.refused());
    row("executed all the same", report.executed());
    html.raw("</ul>\n</section>\n</div>\n");
  }

  private void row(String name, long number) throws IOException {
    html.raw("<li>").element("span", null, name).raw(" ").element("b", null, count(number));
    html.raw("</li>\n");
  }

  private static String capital(String word) {
    return word.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }

  private void findings(Report report) throws IOException {
    if (report.failures().isEmpty()) {
      return;
    }
    Map<String, Explanation> explained = Explanation.all();
    html.raw("<section>\n<h2 class=\"bad\">Findings</h2>\n")
        .raw("<p>The first finding is usually the cause of the others.</p>\n<ol class=\"list\">\n");
    List<Failure> failures = report.failures();
    for (Failure failure : failures.subList(0, Math.min(SHOWN, failures.size()))) {
      html.raw("<li><b class=\"mono\">").text(failure.reason()).raw("</b> ");
      if (failure.entry() != null) {
        html.element("span", "quiet", "entry " + failure.entry());
      }
      html.element("p", null, failure.detail());
      Explanation meaning = explained.get(failure.reason());
      if (meaning != null) {
        html.element("p", "quiet", meaning.meaning() + " " + meaning.next());
      }
      html.raw("</li>\n");
    }
    html.raw("</ol>\n");
    more(failures.size() - SHOWN + report.omitted(), "finding", "findings");
    html.raw("</section>\n");
  }

  private void timeline(Chronicle account) throws IOException {
    Timeline time = account.timeline();
    if (time.isEmpty()) {
      return;
    }
    long most = 1;
    for (int i = 0; i < Timeline.BUCKETS; i++) {
      most = Math.max(most, total(time, i));
    }
    int used = (int) Math.min(Timeline.BUCKETS, (time.last() - time.first()) / time.width() + 1);
    double step = 960.0 / Math.max(used, 12);
    html.raw("<section>\n<h2>When it happened</h2>\n")
        .raw("<svg viewBox=\"0 0 960 172\" role=\"img\" aria-label=\"")
        .text("Calls over time, at most " + count(most) + " in " + length(time.width()))
        .raw("\">\n");
    for (int i = 0; i < used; i++) {
      if (total(time, i) > 0) {
        bar(time, i, step, most);
      }
    }
    html.raw(
            "<line class=\"base\" x1=\"0\" y1=\"146.5\" x2=\"960\" y2=\"146.5\"/>\n<text x=\"0\" y=\"163\">")
        .text(SECOND.format(Instant.ofEpochMilli(time.first())))
        .raw("</text>\n<text x=\"960\" y=\"163\" text-anchor=\"end\">")
        .text(SECOND.format(Instant.ofEpochMilli(end(time, used))) + " UTC")
        .raw("</text>\n</svg>\n<ul class=\"key\"><li><i class=\"allowed\"></i>allowed</li>")
        .raw("<li><i class=\"failed\"></i>ended in an exception, or abandoned</li>")
        .raw("<li><i class=\"refused\"></i>refused</li><li>")
        .text("one bar: " + length(time.width()) + ", at most " + count(most))
        .raw("</li></ul>\n");
    if (time.turnsBack()) {
      html.raw("<p class=\"more\">The clock of this JVM went back in between. The order of the")
          .raw(" entries is that of the chain, whatever their times say.</p>\n");
    }
    if (time.undated() > 0) {
      html.element("p", "more", count(time.undated()) + " entries state no time that can be read.");
    }
    html.raw("</section>\n");
  }

  private static long end(Timeline time, int used) {
    return time.first() + time.width() * Math.max(used, 12);
  }

  private static long total(Timeline time, int bucket) {
    long total = 0;
    for (Timeline.Kind kind : Timeline.Kind.values()) {
      total += time.count(kind, bucket);
    }
    return total;
  }

  private void bar(Timeline time, int bucket, double step, long most) throws IOException {
    html.raw("<g><title>")
        .text(
            SECOND.format(Instant.ofEpochMilli(time.first() + bucket * time.width()))
                + ": "
                + count(time.count(Timeline.Kind.ALLOWED, bucket))
                + " allowed, "
                + count(time.count(Timeline.Kind.FAILED, bucket))
                + " failed, "
                + count(time.count(Timeline.Kind.REFUSED, bucket))
                + " refused")
        .raw("</title>");
    double bottom = 146;
    for (Timeline.Kind kind : Timeline.Kind.values()) {
      long count = time.count(kind, bucket);
      if (count > 0) {
        // At least a hair, so that one refusal among a million calls is still seen.
        double height = Math.max(2, 140.0 * count / most);
        bottom -= height;
        html.raw(
            String.format(
                Locale.ROOT,
                "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
                kind.name().toLowerCase(Locale.ROOT),
                bucket * step + 0.5,
                Math.max(0, bottom),
                Math.max(1, step - 1),
                height));
      }
    }
    html.raw("</g>\n");
  }

  private static String length(long millis) {
    long[] unit = {86_400_000, 3_600_000, 60_000, 1000};
    String[] name = {" d", " h", " min", " s"};
    for (int i = 0; i < unit.length; i++) {
      if (millis >= unit[i]) {
        return String.format(
                Locale.ROOT, millis % unit[i] == 0 ? "%.0f" : "%.1f", (double) millis / unit[i])
            + name[i];
      }
    }
    return millis + " ms";
  }

  private void tools(Chronicle account) throws IOException {
    List<Chronicle.Row> rows = new ArrayList<>(account.rows());
    if (rows.isEmpty()) {
      html.raw("<section>\n<h2>What was called</h2>\n<p>Nothing.</p>\n</section>\n");
      return;
    }
    rows.sort(
        Comparator.<Chronicle.Row>comparingLong(row -> -row.refused)
            .thenComparingLong(row -> -row.allowed));
    html.raw("<section>\n<h2>What was called</h2>\n<div class=\"scroll\">\n<table>\n<thead><tr>")
        .raw("<th>tool</th><th>effect</th><th class=\"n\">allowed</th>")
        .raw("<th class=\"n\">refused</th><th class=\"n\">exception</th>")
        .raw("<th class=\"n\">abandoned</th><th class=\"n\">mean</th>")
        .raw("<th class=\"n\">longest</th></tr></thead>\n<tbody>\n");
    for (Chronicle.Row row : rows) {
      html.raw("<tr><td>")
          .text(row.tool == null ? "\u2013" : row.tool)
          .raw("</td><td class=\"mono\">")
          .text(row.scope == null ? "\u2013" : row.scope)
          .raw("</td>");
      numbers(row);
    }
    Chronicle.Row others = account.others();
    if (others.allowed + others.refused > 0) {
      html.raw("<tr><td class=\"quiet\" colspan=\"2\">and all others together</td>");
      numbers(others);
    }
    html.raw("</tbody>\n</table>\n</div>\n</section>\n");
  }

  private void numbers(Chronicle.Row row) throws IOException {
    number(row.allowed, null);
    number(row.refused, "bad");
    number(row.raised, "open");
    number(row.abandoned, "open");
    html.element("td", "n", row.outcomes == 0 ? "" : row.millis / row.outcomes + " ms");
    html.element("td", "n", row.outcomes == 0 ? "" : row.mostMillis + " ms");
    html.raw("</tr>\n");
  }

  private void number(long number, String color) throws IOException {
    html.raw("<td class=\"n\">");
    if (number == 0) {
      html.raw("<span class=\"none\">0</span>");
    } else {
      html.element("span", color, count(number));
    }
    html.raw("</td>");
  }

  private void refusals(Chain chain) throws IOException {
    Chronicle account = chain.account;
    html.raw("<section>\n<h2>What was refused, and where it differed</h2>\n");
    if (account.refused() == 0) {
      html.raw("<p>Nothing was refused.</p>\n</section>\n");
      return;
    }
    Map<String, Explanation> explained = Explanation.all();
    html.raw("<ul class=\"list\">\n");
    for (Map.Entry<String, Long> code : account.codes().entrySet()) {
      html.raw("<li><b class=\"mono\">").text(code.getKey()).raw("</b> ");
      html.element("span", "quiet", "\u00d7 " + count(code.getValue()));
      Explanation meaning = explained.get(code.getKey());
      if (meaning != null) {
        html.element("p", "quiet", meaning.meaning());
      } else if (code.getKey().equals("EffectRefused")) {
        html.element(
            "p",
            "quiet",
            "A tool call that was allowed when the model made it, and refused at its own method"
                + " because it was another one there.");
      }
      html.raw("</li>\n");
    }
    html.raw("</ul>\n");
    List<Chronicle.Refusal> refusals = account.refusals();
    refusals(refusals.subList(0, Math.min(OPEN, refusals.size())));
    if (refusals.size() > OPEN) {
      html.raw("<details>\n<summary>")
          .text("the next " + (refusals.size() - OPEN))
          .raw("</summary>\n");
      refusals(refusals.subList(OPEN, refusals.size()));
      html.raw("</details>\n");
    }
    more(account.refused() - account.refusals().size(), "refusal", "refusals");
    html.raw("</section>\n");
  }

  private void refusals(List<Chronicle.Refusal> some) throws IOException {
    html.raw("<table class=\"cards\">\n<thead><tr><th class=\"n\">entry</th><th>time, UTC</th>")
        .raw("<th>tool</th><th>effect</th><th>why</th><th>differs at</th></tr></thead>\n<tbody>\n");
    for (Chronicle.Refusal refusal : some) {
      html.raw("<tr>");
      cell("entry", "n").text(count(refusal.seq)).raw("</td>");
      cell("time", "t").text(refusal.ts == null ? "" : shortTime(refusal.ts)).raw("</td>");
      cell("tool", null).text(refusal.tool == null ? "\u2013" : refusal.tool).raw("</td>");
      cell("effect", "mono").text(refusal.scope == null ? "\u2013" : refusal.scope).raw("</td>");
      cell("why", null).raw("<span class=\"mono bad\">").text(refusal.code).raw("</span>");
      if (refusal.message != null) {
        html.raw("<br>").element("span", "quiet", refusal.message);
      }
      html.raw("</td>");
      cell("differs at", "mono path");
      for (int i = 0; i < refusal.paths.size(); i++) {
        html.raw(i == 0 ? "" : "<br>").text(refusal.paths.get(i));
      }
      html.raw("</td></tr>\n");
    }
    html.raw("</tbody>\n</table>\n");
  }

  /** On a phone the label stands before what is in the cell. */
  private Html cell(String label, String classes) throws IOException {
    return html.raw("<td data-label=\"" + label + "\"")
        .raw(classes == null ? ">" : " class=\"" + classes + "\">");
  }

  private static String shortTime(String ts) {
    return ts.length() > 19 && ts.charAt(10) == 'T'
        ? ts.substring(0, 10) + " " + ts.substring(11, 19)
        : ts;
  }

  private void holes(Chronicle account) throws IOException {
    html.raw("<section>\n<h2>What was not seen</h2>\n");
    if (account.holes().isEmpty()) {
      html.raw(
          account.start().isEmpty()
              ? "<p>These books have no record of how the agent was started, so what it could not see is not known.</p>\n"
              : "<p>The agent named no hole.</p>\n");
    } else {
      html.raw(
          "<p>The agent says of itself that these are not covered.</p>\n<ul class=\"list\">\n");
      for (Chronicle.Hole hole : account.holes()) {
        html.raw("<li>");
        if (hole.code() != null) {
          html.element("span", "mono quiet", hole.code()).raw(" ");
        }
        html.text(hole.text()).raw("</li>\n");
      }
      html.raw("</ul>\n");
      more(account.holesOmitted(), "hole", "holes");
    }
    html.raw("</section>\n");
  }

  private void segments(Chain chain) throws IOException {
    Report report = chain.report;
    html.raw("<section>\n<h2>Files and anchors</h2>\n");
    if (report.resumedFrom() != null) {
      html.raw("<p>")
          .text(
              "Read from entry "
                  + count(report.resumedFrom().size())
                  + " on; what is before is trusted by a checkpoint of the reader's"
                  + (report.archived() > 0
                      ? ", and the first "
                          + count(report.archived())
                          + " entries are archived elsewhere."
                      : "."))
          .raw("</p>\n");
    }
    html.raw(
            "<div class=\"scroll\">\n<table>\n<thead><tr><th>segment</th><th class=\"n\">from entry</th>")
        .raw(
            "<th class=\"n\">size</th><th class=\"n\">checkpoint of</th><th>anchor</th></tr></thead>\n<tbody>\n");
    List<SegmentFile> segments = chain.segments;
    for (SegmentFile segment : segments.subList(0, Math.min(SHOWN, segments.size()))) {
      html.raw("<tr>")
          .element("td", "mono", segment.name())
          .element("td", "n", segment.first() < 0 ? "\u2013" : count(segment.first()))
          .element("td", "n", size(segment.bytes()))
          .element(
              "td",
              "n",
              segment.checkpoint() == 0 ? "\u2013" : count(segment.checkpoint()) + " entries")
          .element("td", null, segment.anchored() ? "yes" : "\u2013")
          .raw("</tr>\n");
    }
    html.raw("</tbody>\n</table>\n</div>\n");
    more(segments.size() - SHOWN, "segment", "segments");
    html.raw("</section>\n");
  }

  private static String size(long bytes) {
    if (bytes < 1 << 10) {
      return bytes + " B";
    }
    return bytes < 1 << 20
        ? String.format(Locale.ROOT, "%.1f KiB", bytes / 1024.0)
        : String.format(Locale.ROOT, "%.1f MiB", bytes / 1048576.0);
  }

  private void checks(Report report) throws IOException {
    html.raw("<section>\n<h2>What was checked</h2>\n<div class=\"scroll\">\n<table>\n<tbody>\n");
    for (Map.Entry<String, Object> check : report.checks().entrySet()) {
      check(check.getKey().replace('_', ' '), check.getValue());
    }
    check("checkpoints", report.checkpoints());
    check("effect records", report.effects());
    html.raw("</tbody>\n</table>\n</div>\n</section>\n");
  }

  private void check(String name, Object state) throws IOException {
    boolean bad = Boolean.FALSE.equals(state) || "FAILED".equals(state);
    boolean good = Boolean.TRUE.equals(state) || "verified".equals(state);
    html.raw("<tr>")
        .element("td", null, name)
        .element(
            "td",
            bad ? "bad" : good ? "good" : "quiet",
            state instanceof Boolean ? bad ? "no" : "yes" : state)
        .raw("<td class=\"quiet\">")
        .text(MEANINGS.getOrDefault(name, ""))
        .raw("</td></tr>\n");
  }

  private static final Map<String, String> MEANINGS =
      Map.ofEntries(
          Map.entry("integrity", "every entry\u2019s hash and link is recomputed"),
          Map.entry("monotonicity", "no node holds more than the one that made it"),
          Map.entry("containment", "no allowed call is outside its node\u2019s authority"),
          Map.entry("version", "one schema version throughout"),
          Map.entry("chain id", "every entry is of this chain"),
          Map.entry("root", "one beginning"),
          Map.entry("ledger fields", "nothing in an entry was passed over unread"),
          Map.entry("anchor", "a signature over the last entry, with the reader\u2019s key"),
          Map.entry("expected anchor", "what the reader had kept"),
          Map.entry("envelopes", "signatures of observers outside the process"),
          Map.entry("checkpoints", "signed states of the log, compared with the chain"),
          Map.entry(
              "effect records", "each record beside the chain, with the entry that names it"));

  private void meaning(Report report) throws IOException {
    html.raw(
            "<section>\n<h2>What passing proves, and what it does not</h2>\n<div class=\"proof\">\n<div>\n")
        .raw(
            "<h3>It proves</h3>\n<p>The records agree with each other: each allowed call has at most")
        .raw(" one outcome, no outcome is without its call, and nobody did more than was given. ")
        .text(against(report))
        .raw(
            "</p>\n</div>\n<div>\n<h3>It does not prove</h3>\n<p>Who wrote the records, whether the")
        .raw(
            " effects happened in the world, or that every call that ran was recorded. Code in the")
        .raw(" same process can write valid entries, and a hook that was bypassed leaves nothing.")
        .raw(
            " These are the producer\u2019s own books, not a witness.</p>\n</div>\n</div>\n</section>\n");
  }

  private static String against(Report report) {
    if (report.expectedAnchor().equals("verified")) {
      return "Nothing was altered since the reader noted the head or anchor that was given.";
    }
    if (report.anchor().equals("verified")) {
      return "Nothing was altered since the anchor was signed.";
    }
    if (report.checkpoints().equals("verified")) {
      return "The entries up to the last checkpoint are those that were signed.";
    }
    return "No key, head, anchor or checkpoint of the reader\u2019s was given: whoever had the files may"
        + " have written all of them anew.";
  }

  private void more(long number, String one, String many) throws IOException {
    if (number > 0) {
      html.element("p", "more", "and " + count(number) + " more " + (number == 1 ? one : many));
      html.raw("\n");
    }
  }

  private static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number).replace(',', '\u202f');
  }
}
