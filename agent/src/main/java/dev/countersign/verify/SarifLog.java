package dev.countersign.verify;

import dev.countersign.receipt.DecisionReceipt;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Refusals and findings as one SARIF 2.1.0 log, written as they come: a result for each refused
 * effect, for each that {@code enforce} would have refused or that diverged and happened, and for
 * each finding of the verification.
 */
final class SarifLog implements BooksExport.Writer {

  static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

  private final Appendable out;
  private final String version;
  private final List<Object> artifacts = new ArrayList<>();
  private boolean any;

  SarifLog(Appendable out, String version) {
    this.out = out;
    this.version = version;
  }

  @Override
  public void begin() throws IOException {
    out.append("{\n\"$schema\": \"").append(SCHEMA).append("\",\n");
    out.append("\"version\": \"2.1.0\",\n\"runs\": [{\n\"tool\": ");
    Map<String, Object> driver = BooksExport.object();
    driver.put("name", "Countersign");
    driver.put("version", version);
    driver.put("informationUri", "https://countersign.dev/");
    new JsonText(out).write(Map.of("driver", driver));
    out.append(",\n\"results\": [");
  }

  @Override
  public void entry(Entry entry, Map<String, Object> record, String file, long line)
      throws IOException {
    if (record == null) {
      return;
    }
    if (entry.event().equals("deny") && DecisionReceipt.isOwed(record)) {
      result(text(entry.get("reason")), "warning", said("Refused", record), entry, file, line);
    } else if (entry.event().equals("allow") && record.containsKey("would_refuse")) {
      result(
          text(record.get("would_refuse")),
          "warning",
          said("Observed, and would have been refused", record),
          entry,
          file,
          line);
    } else if (entry.event().equals("outcome") && record.containsKey("divergence")) {
      boolean refused = "EffectRefused".equals(entry.get("error_code"));
      result(
          "NIKA-SEC-011",
          refused ? "warning" : "error",
          refused
              ? "Refused: it changed after it was approved"
              : "Happened although it changed after it was approved",
          entry,
          file,
          line);
    }
  }

  private static String said(String what, Map<String, Object> decision) {
    return what
        + ": "
        + Shown.of(text(BooksExport.at(decision, "action", "type")))
        + ' '
        + Shown.of(text(BooksExport.at(decision, "action", "target")))
        + " by "
        + Shown.of(text(BooksExport.at(decision, "actor", "agent")));
  }

  private void result(
      String rule, String level, String message, Entry entry, String file, long line)
      throws IOException {
    Map<String, Object> properties = BooksExport.object();
    for (String field : List.of("chain_id", "seq", "call_id", "scope", "ts")) {
      BooksExport.put(properties, field, entry.get(field));
    }
    write(rule, level, message, text(entry.get("hash")), file, line, properties);
  }

  private void write(
      String rule,
      String level,
      String message,
      String fingerprint,
      String file,
      long line,
      Map<String, Object> properties)
      throws IOException {
    Map<String, Object> physical = BooksExport.object();
    physical.put("artifactLocation", Map.of("uri", uri(file)));
    if (line > 0) {
      physical.put("region", Map.of("startLine", line));
    }
    Map<String, Object> result = BooksExport.object();
    result.put("ruleId", rule);
    result.put("level", level);
    result.put("message", Map.of("text", message));
    result.put("locations", List.of(Map.of("physicalLocation", physical)));
    if (fingerprint != null) {
      result.put("partialFingerprints", Map.of("entryHash/v1", fingerprint));
    }
    result.put("properties", properties);
    out.append(any ? ",\n" : "\n");
    any = true;
    new JsonText(out).write(result);
  }

  /** A file name as a relative reference: names of books need no escape, others get one. */
  private static String uri(String file) {
    StringBuilder uri = new StringBuilder();
    for (byte b : file.getBytes(java.nio.charset.StandardCharsets.UTF_8)) {
      boolean plain =
          b >= '0' && b <= '9'
              || b >= 'a' && b <= 'z'
              || b >= 'A' && b <= 'Z'
              || b == '.'
              || b == '-'
              || b == '_';
      if (plain) {
        uri.append((char) b);
      } else {
        uri.append('%')
            .append(Character.forDigit(b >> 4 & 15, 16))
            .append(Character.forDigit(b & 15, 16));
      }
    }
    return uri.toString();
  }

  private static String text(Object value) {
    return value == null ? "unknown" : String.valueOf(value);
  }

  @Override
  public void chain(Report report, String file) throws IOException {
    artifacts.add(Map.of("location", Map.of("uri", uri(file))));
    for (Failure failure : report.failures()) {
      Map<String, Object> properties = BooksExport.object();
      BooksExport.put(properties, "chain_id", report.chainId());
      BooksExport.put(properties, "seq", failure.seq());
      BooksExport.put(properties, "call_id", failure.callId());
      write(
          failure.reason(),
          "error",
          failure.detail(),
          null,
          file,
          failure.entry() == null ? 0 : failure.entry() + 1,
          properties);
    }
  }

  @Override
  public void end() throws IOException {
    out.append("],\n\"artifacts\": ");
    new JsonText(out).write(artifacts);
    out.append("}]\n}\n");
  }
}
