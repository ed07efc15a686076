package dev.countersign.policy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is current (spec 3.2): the only document that changes in its place, and the only one that is
 * polled. Whoever withholds a new one is noticed when this one expires.
 *
 * @param expiresAt hours after it was signed
 * @param rollout null where everybody gets the bundle
 * @param breakglass the exceptions that are on
 */
public record Head(
    String fleet,
    long epoch,
    long version,
    Instant expiresAt,
    Ref root,
    Ref bundle,
    Ref rollout,
    List<Opening> breakglass) {

  private static final int MAX_OPENINGS = 16;

  /**
   * One exception that is on.
   *
   * @param id its name in the tree
   */
  public record Opening(String id, String sha256) {}

  /** Reads a payload. */
  public static Head parse(String document, byte[] payload) throws PolicyException {
    Fields fields =
        Fields.of(
            Kind.HEAD,
            document,
            payload,
            "type",
            "fleet",
            "epoch",
            "version",
            "expires_at",
            "root",
            "bundle",
            "rollout",
            "breakglass");
    List<Opening> openings = new ArrayList<>();
    for (Fields opening : fields.objects("breakglass", MAX_OPENINGS, "id", "sha256")) {
      openings.add(new Opening(BreakGlass.id(opening), opening.sha256("sha256")));
    }
    return new Head(
        fields.text("fleet"),
        fields.whole("epoch", 1, Fields.MOST),
        fields.whole("version", 1, Fields.MOST),
        fields.time("expires_at"),
        fields.ref("root"),
        fields.ref("bundle"),
        fields.isNull("rollout") ? null : fields.ref("rollout"),
        List.copyOf(openings));
  }

  /** As a document, to be signed. */
  public Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("type", Kind.HEAD.text());
    json.put("fleet", fleet);
    json.put("epoch", epoch);
    json.put("version", version);
    json.put("expires_at", expiresAt.toString());
    json.put("root", root.toJson());
    json.put("bundle", bundle.toJson());
    json.put("rollout", rollout == null ? null : rollout.toJson());
    List<Object> list = new ArrayList<>();
    for (Opening opening : breakglass) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("id", opening.id());
      one.put("sha256", opening.sha256());
      list.add(one);
    }
    json.put("breakglass", list);
    return json;
  }
}
