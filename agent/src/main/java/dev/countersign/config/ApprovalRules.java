package dev.countersign.config;

import java.time.Duration;
import java.util.List;

/**
 * How people answer what needs their approval (spec 5.9, {@code approvals}).
 *
 * @param dir the directory of questions and answers, as written
 * @param keys files of the public keys (PEM) of those who may answer, as written; at least one
 * @param ttl how long a question may be answered, and an answer be used
 */
public record ApprovalRules(String dir, List<String> keys, Duration ttl) {

  /** {@code approvals.ttl}, absent. */
  static final Duration TTL = Duration.ofHours(1);

  /** Keys that an answer is looked up among, on the path of a call. */
  static final int MOST_KEYS = 64;

  /** Null where the section is absent. */
  static ApprovalRules read(Section section) {
    if (section == null) {
      return null;
    }
    section.require("dir", "the directory of questions and answers");
    section.require("keys", "files of the public keys (PEM) of those who may answer");
    List<String> keys = section.names("keys");
    if (section.has("keys") && section.get("keys").isList() && keys.isEmpty()) {
      section.error("keys", "an empty list: nobody could answer. Name a public key (PEM)");
    }
    if (keys.size() > MOST_KEYS) {
      section.error("keys", keys.size() + " keys; at most " + MOST_KEYS + " are asked for");
    }
    return new ApprovalRules(section.text("dir"), keys, Durations.read(section, "ttl", TTL));
  }
}
