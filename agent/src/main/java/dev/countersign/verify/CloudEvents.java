package dev.countersign.verify;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Map;

/**
 * Entries as CloudEvents 1.0 in JSON, one a line: source and id are the chain and the number, so
 * that an event that is delivered twice is known to be the same.
 */
final class CloudEvents implements BooksExport.Writer {

  private final Appendable out;

  CloudEvents(Appendable out) {
    this.out = out;
  }

  @Override
  public void begin() {
    // lines only
  }

  @Override
  public void entry(Entry entry, Map<String, Object> record, String file, long line)
      throws IOException {
    Map<String, Object> event = BooksExport.object();
    event.put("specversion", "1.0");
    event.put("source", "https://countersign.dev/chain/" + text(entry, "chain_id"));
    event.put("id", String.valueOf(entry.get("seq")));
    event.put("type", "dev.countersign." + (entry.event().isEmpty() ? "entry" : entry.event()));
    BooksExport.put(event, "subject", entry.id("call_id"));
    if (isTime(entry.text("ts"))) {
      event.put("time", entry.text("ts"));
    }
    event.put("datacontenttype", "application/json");
    Map<String, Object> data = BooksExport.object();
    data.put("entry", entry.fields());
    BooksExport.put(data, "record", record);
    event.put("data", data);
    try {
      out.append(new String(Canonical.jcsLine(event, Json.MAX_DEPTH), StandardCharsets.UTF_8));
    } catch (NotCanonicalException noForm) {
      return; // the verification names it
    }
  }

  private static String text(Entry entry, String field) {
    String id = entry.id(field);
    return id == null || !id.matches("[A-Za-z0-9._~-]+") ? "unknown" : id;
  }

  static boolean isTime(String text) {
    try {
      return text != null && OffsetDateTime.parse(text) != null;
    } catch (DateTimeException none) {
      return false;
    }
  }

  @Override
  public void chain(Report report, String file) {
    // findings are for people and for SARIF
  }

  @Override
  public void end() {
    // lines only
  }
}
