package dev.countersign.config;

import java.time.Duration;
import java.util.List;

/**
 * How people answer what needs their approval (spec 5.9, {@code approvals}).
 *
 * @param dir the directory of questions and answers, as written; null where no tickets count
 * @param keys files of the public keys (PEM) of those who may answer, as written; at least one
 *     where tickets count, else none
 * @param ttl how long a question may be answered, and an answer be used
 * @param from where answers may come from; at least one
 * @param method of the application, which answers; null for none
 */
public record ApprovalRules(
    String dir, List<String> keys, Duration ttl, List<ApprovalSource> from, AppMethod method) {

  /** {@code approvals.ttl}, absent. */
  static final Duration TTL = Duration.ofHours(1);

  /** Keys that an answer is looked up among, on the path of a call. */
  static final int MOST_KEYS = 64;

  /** Whether answers of that kind are taken. */
  public boolean takes(ApprovalSource source) {
    return from.contains(source);
  }

  /** Null where the section is absent. */
  static ApprovalRules read(Section section, AppMethod method) {
    if (section == null) {
      return null;
    }
    List<ApprovalSource> named = ApprovalSource.read(section, "from");
    List<ApprovalSource> from = named == null ? List.of(ApprovalSource.TICKETS) : named;
    List<String> keys = section.names("keys");
    if (from.contains(ApprovalSource.TICKETS)) {
      section.require("dir", "the directory of questions and answers");
      section.require("keys", "files of the public keys (PEM) of those who may answer");
      if (section.has("keys") && section.get("keys").isList() && keys.isEmpty()) {
        section.error("keys", "an empty list: nobody could answer. Name a public key (PEM)");
      }
    } else {
      needsTickets(section, "dir");
      needsTickets(section, "keys");
    }
    if (keys.size() > MOST_KEYS) {
      section.error("keys", keys.size() + " keys; at most " + MOST_KEYS + " are asked for");
    }
    if (from.contains(ApprovalSource.METHOD)) {
      section.require("method", "the method that answers, like com.acme.Approvals#approved");
    } else if (section.has("method")) {
      section.error(
          "method", "nothing asks it, for from does not name method. Add it there, or remove this");
    }
    return new ApprovalRules(
        section.text("dir"), keys, Durations.read(section, "ttl", TTL), from, method);
  }

  private static void needsTickets(Section section, String key) {
    if (section.has(key)) {
      section.error(
          key, "it is of tickets, and from does not name tickets. Add that, or remove this");
    }
  }
}
