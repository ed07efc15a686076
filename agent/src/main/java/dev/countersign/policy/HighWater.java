package dev.countersign.policy;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What this machine has seen and never goes below (spec 3.3).
 *
 * @param sequence grows with every writing of it
 * @param epoch of everything below; a higher one begins anew
 * @param root of the last root that was accepted; null where nothing is signed
 * @param head null before the first, and for a source without one
 * @param rollout null before the first
 * @param bundle the pinned one; null before the first
 * @param bundleEpoch the epoch that it was pinned in
 * @param incident why every effect is refused until somebody acknowledges it; null for nothing
 */
record HighWater(
    long sequence,
    long epoch,
    Ref root,
    Ref head,
    Ref rollout,
    Ref bundle,
    long bundleEpoch,
    Incident incident) {

  static final HighWater NOTHING = new HighWater(0, 0, null, null, null, null, 0, null);

  /**
   * A rollback or a tampering that closed this machine.
   *
   * @param id SHA-256 of what was offered: an acknowledgement names it
   * @param text what happened, a sentence
   */
  record Incident(String id, String text) {}

  HighWater at(Ref newRoot, long newEpoch) {
    if (root != null && root.version() > newRoot.version()) {
      return this; // another JVM on this machine is ahead
    }
    // A higher epoch outranks whatever was signed in an earlier one: that is how a fleet recovers.
    return newEpoch > epoch
        ? new HighWater(sequence, newEpoch, newRoot, null, null, bundle, bundleEpoch, incident)
        : new HighWater(sequence, epoch, newRoot, head, rollout, bundle, bundleEpoch, incident);
  }

  HighWater with(Ref newHead, Ref newRollout) {
    return new HighWater(
        sequence,
        epoch,
        root,
        higher(head, newHead),
        higher(rollout, newRollout),
        bundle,
        bundleEpoch,
        incident);
  }

  private static Ref higher(Ref own, Ref other) {
    return other == null || own != null && own.version() > other.version() ? own : other;
  }

  HighWater pinning(Ref newBundle) {
    if (bundle != null && bundleEpoch == epoch && bundle.version() > newBundle.version()) {
      return this;
    }
    return new HighWater(sequence, epoch, root, head, rollout, newBundle, epoch, incident);
  }

  HighWater withoutBundle() {
    return new HighWater(sequence, epoch, root, head, rollout, null, 0, incident);
  }

  HighWater with(Incident because) {
    return new HighWater(sequence, epoch, root, head, rollout, bundle, bundleEpoch, because);
  }

  HighWater numbered(long next) {
    return new HighWater(next, epoch, root, head, rollout, bundle, bundleEpoch, incident);
  }

  Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("sequence", sequence);
    json.put("epoch", epoch);
    json.put("root", json(root));
    json.put("head", json(head));
    json.put("rollout", json(rollout));
    json.put("bundle", json(bundle));
    json.put("bundle_epoch", bundleEpoch);
    Map<String, Object> because = null;
    if (incident != null) {
      because = new LinkedHashMap<>();
      because.put("id", incident.id());
      because.put("text", incident.text());
    }
    json.put("incident", because);
    return json;
  }

  private static Object json(Ref ref) {
    return ref == null ? null : ref.toJson();
  }

  /**
   * Reads what {@link #toJson} made.
   *
   * @param document what messages call it
   * @throws PolicyException with the field that the agent would not have written so
   */
  static HighWater of(String document, Map<?, ?> json) throws PolicyException {
    Fields fields =
        Fields.of(
            document,
            "high_water.",
            json,
            "sequence",
            "epoch",
            "root",
            "head",
            "rollout",
            "bundle",
            "bundle_epoch",
            "incident");
    Incident incident = null;
    if (!fields.isNull("incident")) {
      Fields because = fields.object("incident", "id", "text");
      incident = new Incident(because.sha256("id"), because.sentence("text"));
    }
    return new HighWater(
        fields.whole("sequence", 0, Fields.MOST),
        fields.whole("epoch", 0, Fields.MOST),
        ref(fields, "root"),
        ref(fields, "head"),
        ref(fields, "rollout"),
        ref(fields, "bundle"),
        fields.whole("bundle_epoch", 0, Fields.MOST),
        incident);
  }

  private static Ref ref(Fields fields, String name) throws PolicyException {
    return fields.isNull(name) ? null : fields.ref(name);
  }
}
