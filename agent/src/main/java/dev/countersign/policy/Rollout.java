package dev.countersign.policy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Who gets which bundle in which mode (spec 3.2). Another document than the bundle, so that
 * promotion does not change what receipts name.
 *
 * @param id stays the same while its percentages grow
 * @param bundle what the rings get
 * @param stable what everybody else gets; null to leave them with what they have
 * @param rings the first that a JVM is in counts
 */
public record Rollout(
    String fleet,
    long epoch,
    long version,
    String id,
    Ref bundle,
    Ref stable,
    List<Ring> rings,
    Instant expiresAt) {

  private static final int MAX_RINGS = 64;
  private static final int MAX_LABELS = 64;

  /** Reads a payload. */
  public static Rollout parse(String document, byte[] payload) throws PolicyException {
    Fields fields =
        Fields.of(
            Kind.ROLLOUT,
            document,
            payload,
            "type",
            "fleet",
            "epoch",
            "version",
            "id",
            "bundle",
            "stable",
            "rings",
            "expires_at");
    List<Ring> rings = new ArrayList<>();
    for (Fields ring :
        fields.objects("rings", MAX_RINGS, "name", "labels", "percent", "mode", "not_before")) {
      rings.add(
          new Ring(
              ring.text("name"),
              ring.texts("labels", MAX_LABELS),
              (int) ring.whole("percent", 0, 100),
              ring.word("mode", "observe", "enforce").equals("enforce"),
              ring.time("not_before")));
    }
    return new Rollout(
        fields.text("fleet"),
        fields.whole("epoch", 1, Fields.MOST),
        fields.whole("version", 1, Fields.MOST),
        fields.text("id"),
        fields.ref("bundle"),
        fields.isNull("stable") ? null : fields.ref("stable"),
        List.copyOf(rings),
        fields.time("expires_at"));
  }

  /** The ring that a JVM is in; null for none. */
  public Ring ringOf(String instance, Map<String, String> labels, Instant now) {
    for (Ring ring : rings) {
      if (ring.has(instance, id, labels, now)) {
        return ring;
      }
    }
    return null;
  }

  /** As a document, to be signed. */
  public Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("type", Kind.ROLLOUT.text());
    json.put("fleet", fleet);
    json.put("epoch", epoch);
    json.put("version", version);
    json.put("id", id);
    json.put("bundle", bundle.toJson());
    json.put("stable", stable == null ? null : stable.toJson());
    List<Object> list = new ArrayList<>();
    for (Ring ring : rings) {
      list.add(ring.toJson());
    }
    json.put("rings", list);
    json.put("expires_at", expiresAt.toString());
    return json;
  }
}
