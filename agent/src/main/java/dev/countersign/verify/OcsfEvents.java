package dev.countersign.verify;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.receipt.DecisionReceipt;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Judged effects as OCSF events, one a line: process starts as Process Activity (1007), the rest as
 * API Activity (6003), with what was decided in the profile <i>security control</i>.
 *
 * <p>The place in the chain stands under {@code unmapped}: the profile <i>record integrity</i> is
 * about digests of the OCSF event itself, and these are of the entry that it was made of.
 */
final class OcsfEvents implements BooksExport.Writer {

  /** Of the schema that the events are written for. */
  static final String VERSION = "1.9.0-dev";

  private static final long API_ACTIVITY = 6003;
  private static final long PROCESS_ACTIVITY = 1007;
  private static final long LAUNCH = 1;
  private static final long OTHER = 99;

  private final Appendable out;
  private final String version;

  /** A judged effect whose outcome has not been read. */
  private record Open(Entry entry, Map<String, Object> decision) {}

  private final Map<String, Open> open = new LinkedHashMap<>();

  OcsfEvents(Appendable out, String version) {
    this.out = out;
    this.version = version;
  }

  @Override
  public void begin() {
    // lines only
  }

  @Override
  public void entry(Entry entry, Map<String, Object> record, String file, long line)
      throws IOException {
    String callId = entry.id("call_id");
    switch (entry.event()) {
      case "allow" -> {
        if (record != null && callId != null && DecisionReceipt.isOwed(record)) {
          open.put(callId, new Open(entry, record));
        }
      }
      case "deny" -> {
        if (record != null && DecisionReceipt.isOwed(record)) {
          write(entry, record, null, null);
        }
      }
      case "outcome" -> {
        Open call = callId == null ? null : open.remove(callId);
        if (call != null) {
          write(call.entry, call.decision, entry, record);
        }
      }
      default -> {
        // no effect
      }
    }
  }

  private void write(
      Entry entry, Map<String, Object> decision, Entry outcome, Map<String, Object> outcomeRecord)
      throws IOException {
    Object type = BooksExport.at(decision, "action", "type");
    Object target = BooksExport.at(decision, "action", "target");
    Object agent = BooksExport.at(decision, "actor", "agent");
    boolean process = "exec".equals(type);
    boolean refused = isRefused(entry, outcome);
    boolean would = !refused && decision.containsKey("would_refuse");
    boolean diverged = !refused && outcomeRecord != null && outcomeRecord.containsKey("divergence");
    Map<String, Object> event = BooksExport.object();
    classified(event, process, refused, would || diverged);
    event.put("time", millis(entry));
    event.put("message", message(entry, type, target, refused));
    status(event, entry, outcome, refused);
    event.put("metadata", metadata(entry, decision));
    event.put("actor", Map.of("app_name", text(agent), "app_uid", text(agent)));
    event.put("ai_agent", aiAgent(decision, entry));
    if (process) {
      event.put("device", Map.of("type_id", 0L, "uid", text(entry.get("chain_id"))));
      event.put("process", Map.of("name", text(target), "uid", text(entry.get("call_id"))));
    } else {
      event.put("api", Map.of("operation", text(target), "service", Map.of("name", text(type))));
      event.put("src_endpoint", Map.of("instance_uid", text(entry.get("chain_id"))));
    }
    control(event, decision, refused, would || diverged);
    Map<String, Object> unmapped = BooksExport.object();
    for (String field : List.of("seq", "hash", "prev_hash", "node", "scope")) {
      BooksExport.put(unmapped, field, entry.get(field));
    }
    BooksExport.put(unmapped, "preview_digest", decision.get("preview_digest"));
    if (outcomeRecord != null) {
      BooksExport.put(unmapped, "commit_digest", outcomeRecord.get("commit_digest"));
    }
    Object divergence = decision.get("divergence");
    if (divergence == null && outcomeRecord != null) {
      divergence = outcomeRecord.get("divergence");
    }
    BooksExport.put(unmapped, "divergence", divergence);
    event.put("unmapped", unmapped);
    try {
      out.append(new String(Canonical.jcsLine(event, Json.MAX_DEPTH), StandardCharsets.UTF_8));
    } catch (NotCanonicalException noForm) {
      return; // the verification names it
    }
  }

  private static boolean isRefused(Entry entry, Entry outcome) {
    return entry.event().equals("deny")
        || outcome != null && "EffectRefused".equals(outcome.get("error_code"));
  }

  private static void classified(
      Map<String, Object> event, boolean process, boolean refused, boolean alert) {
    long classUid = process ? PROCESS_ACTIVITY : API_ACTIVITY;
    long activity = process ? LAUNCH : OTHER;
    event.put("category_uid", process ? 1L : 6L);
    event.put("class_uid", classUid);
    event.put("activity_id", activity);
    event.put("activity_name", process ? "Launch" : "Invoke");
    event.put("type_uid", classUid * 100 + activity);
    event.put("severity_id", alert ? 4L : refused ? 3L : 1L);
  }

  private static String message(Entry entry, Object type, Object target, boolean refused) {
    return (refused ? "Refused: " : "Allowed: ")
        + Shown.of(text(type))
        + ' '
        + Shown.of(text(target))
        + (refused && entry.event().equals("deny")
            ? " (" + Shown.of(text(entry.get("reason"))) + ')'
            : "");
  }

  private static void status(
      Map<String, Object> event, Entry entry, Entry outcome, boolean refused) {
    if (refused) {
      event.put("status_id", 2L);
      event.put(
          "status_code", text(outcome == null ? entry.get("reason") : outcome.get("error_code")));
    } else if (outcome == null) {
      event.put("status_id", 0L);
    } else {
      boolean raised = "raised".equals(outcome.get("body_state"));
      event.put("status_id", raised ? 2L : 1L);
      event.put(
          "status_code", text(raised ? outcome.get("error_code") : outcome.get("body_state")));
    }
  }

  private Map<String, Object> metadata(Entry entry, Map<String, Object> decision) {
    Map<String, Object> product = BooksExport.object();
    product.put("name", "Countersign");
    product.put("vendor_name", "Countersign");
    product.put("version", version);
    Map<String, Object> metadata = BooksExport.object();
    metadata.put("version", VERSION);
    metadata.put("product", product);
    metadata.put("profiles", List.of("security_control", "ai_operation"));
    metadata.put("uid", text(entry.get("hash")));
    metadata.put("log_name", text(entry.get("chain_id")));
    metadata.put("original_time", text(entry.get("ts")));
    BooksExport.put(metadata, "correlation_uid", decision.get("parent"));
    return metadata;
  }

  private static Map<String, Object> aiAgent(Map<String, Object> decision, Entry entry) {
    Map<String, Object> agent = BooksExport.object();
    Object name = BooksExport.at(decision, "actor", "agent");
    agent.put("name", text(name));
    agent.put("uid", text(name));
    agent.put("instance_uid", text(entry.get("node")));
    return agent;
  }

  private static void control(
      Map<String, Object> event, Map<String, Object> decision, boolean refused, boolean alert) {
    event.put("action_id", refused ? 2L : alert ? 3L : 1L);
    event.put("disposition_id", refused ? 2L : alert ? 19L : 1L);
    event.put("is_alert", alert);
    Map<String, Object> policy = BooksExport.object();
    Object rule = BooksExport.at(decision, "policy", "matched_policy_id");
    policy.put("uid", text(BooksExport.at(decision, "policy", "policy_bundle_hash")));
    BooksExport.put(policy, "name", rule);
    event.put("policy", policy);
  }

  private static long millis(Entry entry) {
    String ts = entry.text("ts");
    return CloudEvents.isTime(ts) ? OffsetDateTime.parse(ts).toInstant().toEpochMilli() : 0;
  }

  private static String text(Object value) {
    return value == null ? "unknown" : String.valueOf(value);
  }

  @Override
  public void chain(Report report, String file) throws IOException {
    for (Open each : open.values()) {
      write(each.entry, each.decision, null, null);
    }
    open.clear();
  }

  @Override
  public void end() {
    // lines only
  }
}
