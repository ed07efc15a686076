package dev.countersign.receipt;

import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The receipt of one judged effect (spec 3.4): a tool call, a process start, a request, or a
 * hand-off.
 *
 * <p>It is stored as the decision record (spec 2.4) and put together from that and the outcome
 * record when it is exported, so that nothing is signed on the path of a call. Everything in it is
 * either in one of the two records, which the chain binds, or a proof about the chain.
 */
public final class DecisionReceipt {

  /** {@code _type} of an in-toto Statement. */
  public static final String STATEMENT = "https://in-toto.io/Statement/v1";

  /** {@code predicateType}. */
  public static final String PREDICATE = "https://countersign.dev/agent-decision/v1";

  /** {@code payloadType} of the DSSE envelope, as in-toto has it. */
  public static final String PAYLOAD = "application/vnd.in-toto+json";

  private static final Set<String> TYPES = Set.of("tool_call", "exec", "send", "handoff");

  /** Members that the predicate takes from the decision record as they are. */
  private static final List<String> FROM_DECISION =
      List.of(
          "verdict",
          "verdict_reason",
          "action",
          "actor",
          "policy",
          "guardrail",
          "evaluator",
          "approval");

  /** In every decision record of a judged effect. */
  private static final Set<String> ALWAYS =
      Set.of("verdict", "verdict_reason", "action", "actor", "policy", "evaluator");

  /**
   * Where the entry stands in a log.
   *
   * @param log the origin of its checkpoints
   * @param logId the key id of the log's key, 8 lowercase hex digits
   * @param inclusionProof a proof and its checkpoint, in the text of C2SP tlog-proof
   */
  public record Transparency(String log, String logId, String inclusionProof) {

    Map<String, Object> json() {
      Map<String, Object> json = new LinkedHashMap<>(4);
      json.put("log", log);
      json.put("log_id", logId);
      json.put("inclusion_proof", inclusionProof);
      return json;
    }
  }

  /**
   * Whether a decision record is that of a judged effect: the agent's own acts and what nothing can
   * judge (a native library, a raw socket) have records, but no receipts.
   */
  public static boolean isOwed(Map<String, Object> decision) {
    return decision.get("action") instanceof Map<?, ?> action
        && action.get("type") instanceof String type
        && TYPES.contains(type)
        && decision.keySet().containsAll(ALWAYS);
  }

  /**
   * The predicate.
   *
   * @param decision the decision record
   * @param outcome the outcome record; null where there is none (yet)
   * @param transparency null for none
   */
  public static Map<String, Object> predicate(
      Map<String, Object> decision, Map<String, Object> outcome, Transparency transparency) {
    Map<String, Object> predicate = new LinkedHashMap<>(16);
    for (String member : FROM_DECISION) {
      if (decision.containsKey(member)) {
        predicate.put(member, decision.get(member));
      }
    }
    predicate.put("binding", binding(decision, outcome));
    if (transparency != null) {
      predicate.put("transparency", transparency.json());
    }
    return predicate;
  }

  private static Map<String, Object> binding(
      Map<String, Object> decision, Map<String, Object> outcome) {
    Map<String, Object> binding = new LinkedHashMap<>(4);
    copy("preview_digest", decision, binding);
    copy("divergence", decision, binding);
    if (outcome != null) {
      copy("commit_digest", outcome, binding);
      copy("divergence", outcome, binding);
    }
    return binding;
  }

  private static void copy(String member, Map<String, Object> from, Map<String, Object> to) {
    if (from.containsKey(member)) {
      to.put(member, from.get(member));
    }
  }

  /** {@code <chain_id>/<call_id>}: what the receipt is about. */
  public static String name(String chainId, String callId) {
    return chainId + '/' + callId;
  }

  /**
   * The digests of an entry, side by side: SHA-256 is the entry's own hash, BLAKE3 is over the same
   * bytes.
   *
   * @param entry the {@code allow} or {@code deny}, with its {@code hash} and {@code prev_hash}
   */
  public static Map<String, Object> digests(Map<String, Object> entry) {
    Map<String, Object> body = new LinkedHashMap<>(entry);
    body.remove("hash");
    byte[] before = String.valueOf(entry.get("prev_hash")).getBytes(StandardCharsets.US_ASCII);
    byte[] text = Canonical.jcs(body);
    Map<String, Object> digests = new LinkedHashMap<>(4);
    digests.put("sha256", Sha256.hex(before, text));
    digests.put("blake3", Blake3.hex(before, text));
    return digests;
  }

  /**
   * The in-toto Statement, canonical JSON.
   *
   * @param entry the {@code allow} or {@code deny} that it is about
   */
  public static byte[] statement(Map<String, Object> entry, Map<String, Object> predicate) {
    Map<String, Object> subject = new LinkedHashMap<>(4);
    subject.put("name", name((String) entry.get("chain_id"), (String) entry.get("call_id")));
    subject.put("digest", digests(entry));
    Map<String, Object> statement = new LinkedHashMap<>(8);
    statement.put("_type", STATEMENT);
    statement.put("subject", List.of(subject));
    statement.put("predicateType", PREDICATE);
    statement.put("predicate", predicate);
    return Canonical.jcs(statement);
  }

  private DecisionReceipt() {}
}
