package dev.countersign.cli;

import dev.countersign.approval.ApprovalEntry;
import dev.countersign.approval.ApprovalRequest;
import dev.countersign.approval.Ticket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A request as a block for a terminal. Every line begins with words of ours, and no text of a
 * request begins a new one.
 */
final class RequestText {

  /** Characters of the digest that a person reads, and types as a prefix. */
  static final int SHORT = 12;

  private static final int MANY = 20;

  private final int most;
  private final List<String> lines = new ArrayList<>();
  private boolean cut;

  private RequestText(int most) {
    this.most = most;
  }

  /** The lines, and whether something was too long for them. */
  record Block(List<String> lines, boolean cut) {}

  /**
   * @param whole nothing is cut
   * @param known keys that answers may be signed with; empty where that is not known
   */
  static Block of(ApprovalEntry entry, Instant now, boolean whole, List<byte[]> known) {
    RequestText text = new RequestText(whole ? Integer.MAX_VALUE : 400);
    text.head(entry, now, known);
    if (entry.request() != null) {
      text.body(entry.request());
    }
    return new Block(text.lines, text.cut);
  }

  private void head(ApprovalEntry entry, Instant now, List<byte[]> known) {
    ApprovalRequest request = entry.request();
    Ticket ticket = entry.ticket();
    String digest = request != null ? request.requestDigest() : ticket.requestDigest();
    String state = entry.state().name().toLowerCase(Locale.ROOT);
    lines.add(
        digest.substring(0, SHORT)
            + "  "
            + state
            + (request == null ? "" : "  " + shown(CallView.title(request)))
            + (state.equals("pending") ? "  expires in " + span(now, request.expiresAt()) : ""));
    if (ticket != null) {
      line(
          "answer",
          ticket.decision().text()
              + ", "
              + ticket.issuedAt()
              + ", "
              + shown(Approver.nameOf(ticket, known))
              + ": "
              + shown(ticket.reason()));
    }
  }

  private void body(ApprovalRequest request) {
    line(
        "asked",
        request.requestedAt()
            + " by "
            + shown(request.application())
            + ", process "
            + request.pid());
    if (!request.reason().isEmpty()) {
      line("because", shown(request.reason()));
    }
    List<Map<String, Object>> changes = request.predictedChanges();
    if (changes.isEmpty()) {
      line("changes", "nothing is predicted: nobody declared what this call does");
    }
    int told = 0;
    for (Map<String, Object> change : changes) {
      if (++told > MANY && most < Integer.MAX_VALUE) {
        line("", "[" + (changes.size() - MANY) + " more changes]");
        cut = true;
        break;
      }
      change(told, change);
    }
    if (request.arguments() != null) {
      line("arguments", json(request.arguments()));
    }
    line("digest", request.requestDigest());
  }

  private void change(int number, Map<String, Object> change) {
    String target = (String) change.get("target");
    line("change " + number, shown((String) change.get("action")) + "  " + shown(target));
    line("", shown((String) change.get("summary")));
    String foreign = CallView.foreign(target);
    if (foreign != null) {
      line("", "(the target has characters that are not ASCII: " + foreign + ")");
    }
    if (change.get("before") instanceof Map<?, ?> before
        && change.get("after") instanceof Map<?, ?> after) {
      Set<Object> names = new LinkedHashSet<>(before.keySet());
      names.addAll(after.keySet());
      int told = 0;
      for (Object name : names) {
        if (before.containsKey(name)
            && after.containsKey(name)
            && Objects.equals(before.get(name), after.get(name))) {
          continue; // stays as it is
        }
        if (++told > MANY && most < Integer.MAX_VALUE) {
          line("", "[more members change]");
          cut = true;
          break;
        }
        line(
            "",
            name((String) name)
                + ": "
                + (before.containsKey(name) ? json(before.get(name)) : "(none)")
                + " -> "
                + (after.containsKey(name) ? json(after.get(name)) : "(none)"));
      }
    } else {
      for (String state : List.of("before", "after")) {
        if (change.containsKey(state)) {
          line("", state + ": " + json(change.get(state)));
        }
      }
    }
    for (Map.Entry<String, Object> member : change.entrySet()) {
      if (member.getKey().startsWith("x-")) {
        line("", name(member.getKey()) + ": " + json(member.getValue()));
      }
    }
  }

  private void line(String name, String text) {
    lines.add(String.format(Locale.ROOT, "  %-10s %s", name, text));
  }

  private String shown(String text) {
    cut |= text.length() > most;
    return VisibleText.of(text, most);
  }

  private String name(String name) {
    cut |= name.length() > most;
    return VisibleText.cut(PinTexts.name(name), most);
  }

  private String json(Object value) {
    String text = JsonText.of(value).replaceAll("\\n *", " ");
    cut |= text.length() > most;
    return VisibleText.cut(text, most);
  }

  /** Rounded down, in its largest two units. */
  static String span(Instant from, Instant to) {
    long seconds = Math.max(0, Duration.between(from, to).toSeconds());
    if (seconds < 60) {
      return seconds + " s";
    }
    long minutes = seconds / 60;
    if (minutes < 60) {
      return minutes + " min";
    }
    return minutes < 48 * 60
        ? minutes / 60 + " h " + minutes % 60 + " min"
        : minutes / (24 * 60) + " days";
  }

  /** The same for programs. */
  static Map<String, Object> json(ApprovalEntry entry) {
    Map<String, Object> json = new LinkedHashMap<>();
    Ticket ticket = entry.ticket();
    json.put("state", entry.state().name().toLowerCase(Locale.ROOT));
    json.put(
        "request_digest",
        entry.request() != null ? entry.request().requestDigest() : ticket.requestDigest());
    json.put("request", entry.request() == null ? null : entry.request().toJson());
    json.put("answer", ticket == null ? null : answer(ticket));
    return json;
  }

  static Map<String, Object> answer(Ticket ticket) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("ticket", ticket.id());
    json.put("decision", ticket.decision().text());
    json.put("reason", ticket.reason());
    json.put("approver", ticket.approver());
    json.put("issued_at", ticket.issuedAt().toString());
    json.put("expires_at", ticket.expiresAt().toString());
    json.put("digest", ticket.digest());
    return json;
  }
}
