package dev.countersign.policy;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What judges, as it travels (spec 3.1, 3.2).
 *
 * @param version of the judging object as well
 * @param previous what it follows; null for the first
 * @param expiresAt after it the bundle is stale
 * @param minAgent the agent's least version, as {@code 1.2.3}
 * @param requires capabilities that an agent must know
 * @param refuseOnStale whether the fleet refuses once it is stale
 * @param policy the judging object, a JSON value
 * @param tests cases that it has to come out of as they say
 */
public record Bundle(
    String fleet,
    long epoch,
    long version,
    Ref previous,
    Instant expiresAt,
    String minAgent,
    List<String> requires,
    boolean refuseOnStale,
    Map<String, Object> policy,
    List<?> tests) {

  /** What a bundle may require of an agent. */
  public static final List<String> CAPABILITIES =
      List.of("bundle/1", "rollout/1", "breakglass/1", "selftest/1");

  private static final int MAX_TESTS = 10_000;

  /** Reads a payload. */
  @SuppressWarnings("unchecked") // JSON objects have texts for names
  public static Bundle parse(String document, byte[] payload) throws PolicyException {
    Fields fields =
        Fields.of(
            Kind.BUNDLE,
            document,
            payload,
            "type",
            "fleet",
            "epoch",
            "version",
            "previous",
            "expires_at",
            "min_agent",
            "requires",
            "on_stale",
            "on_audit_failure",
            "policy",
            "tests");
    long version = fields.whole("version", 1, Fields.MOST);
    // The agent knows no other: an effect whose entry cannot be written does not fire.
    fields.word("on_audit_failure", "refuse");
    if (!(fields.raw("policy") instanceof Map<?, ?> policy)) {
      throw fields.malformed("policy", "is no object");
    }
    if (!Long.valueOf(version).equals(policy.get("version"))) {
      throw fields.malformed("policy.version", "is not that of the bundle");
    }
    return new Bundle(
        fields.text("fleet"),
        fields.whole("epoch", 1, Fields.MOST),
        version,
        fields.isNull("previous") ? null : fields.ref("previous"),
        fields.time("expires_at"),
        minAgent(fields),
        fields.names("requires", 64),
        fields.word("on_stale", "keep", "refuse").equals("refuse"),
        (Map<String, Object>) policy,
        fields.list("tests", MAX_TESTS));
  }

  /** What is no version would be below every agent's, so that each adopted it. */
  private static String minAgent(Fields fields) throws PolicyException {
    String version = fields.text("min_agent");
    if (!AgentVersion.isOne(version)) {
      throw fields.malformed("min_agent", "is no version like 1.2.3");
    }
    return version;
  }

  /** As a document, to be signed. */
  public Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("type", Kind.BUNDLE.text());
    json.put("fleet", fleet);
    json.put("epoch", epoch);
    json.put("version", version);
    json.put("previous", previous == null ? null : previous.toJson());
    json.put("expires_at", expiresAt.toString());
    json.put("min_agent", minAgent);
    json.put("requires", requires);
    json.put("on_stale", refuseOnStale ? "refuse" : "keep");
    json.put("on_audit_failure", "refuse");
    json.put("policy", policy);
    json.put("tests", tests);
    return json;
  }
}
