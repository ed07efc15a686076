package dev.countersign.cli;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Dsse;
import dev.countersign.policy.Head;
import dev.countersign.policy.Kind;
import dev.countersign.policy.Payload;
import dev.countersign.policy.PolicyException;
import dev.countersign.policy.PolicyTree;
import dev.countersign.policy.Ref;
import dev.countersign.policy.Root;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes the next head of a tree: what is current now. */
final class Heads {

  /**
   * @param rollout the newest one's version; 0 for none
   * @param openings the exceptions that are on; null to leave them as they are
   */
  static Head next(
      PolicyTree tree,
      List<PrivateKeys.Signer> signers,
      long rollout,
      Instant expiresAt,
      List<Head.Opening> openings)
      throws IOException, PolicyException {
    Root root = tree.root();
    byte[] before = tree.envelope(Kind.HEAD, "");
    Head last = before == null ? null : Head.parse("head", Payload.of(Kind.HEAD, "head", before));
    long bundle = tree.newest(Kind.BUNDLE);
    if (bundle == 0) {
      throw new CommandFailure(Exit.FAILED, "the tree has no bundle. Sign one first");
    }
    if (epoch(tree, Kind.BUNDLE, bundle) != root.epoch()) {
      throw new CommandFailure(
          Exit.FAILED,
          "the newest bundle, "
              + bundle
              + ", is of epoch "
              + epoch(tree, Kind.BUNDLE, bundle)
              + ", and the root is of epoch "
              + root.epoch()
              + ": agents would reject it. Sign the rules again first, under a higher version");
    }
    // A rollout of an epoch that is over is none any more.
    Ref rolloutRef =
        rollout == 0 || epoch(tree, Kind.ROLLOUT, rollout) != root.epoch()
            ? null
            : tree.ref(Kind.ROLLOUT, rollout);
    boolean sameEpoch = last != null && last.epoch() == root.epoch();
    Head head =
        new Head(
            root.fleet(),
            root.epoch(),
            sameEpoch ? last.version() + 1 : 1,
            expiresAt,
            tree.ref(Kind.ROOT, root.version()),
            tree.ref(Kind.BUNDLE, bundle),
            rolloutRef,
            openings != null ? openings : last == null ? List.of() : stillOn(tree, last));
    Dsse dsse =
        PrivateKeys.sign(Dsse.of(Kind.HEAD.payloadType(), Canonical.jcs(head.toJson())), signers);
    root.requireSignedBy(Kind.HEAD, dsse.json());
    tree.put(Kind.HEAD, "", dsse);
    return head;
  }

  private static long epoch(PolicyTree tree, Kind kind, long version) throws IOException {
    Map<String, Object> document = tree.document(kind, String.valueOf(version));
    return document != null && document.get("epoch") instanceof Long epoch ? epoch : 0;
  }

  /** Those of the last head that are not over, and of the epoch of the root. */
  static List<Head.Opening> stillOn(PolicyTree tree, Head last)
      throws IOException, PolicyException {
    long epoch = tree.root().epoch();
    List<Head.Opening> on = new ArrayList<>();
    for (Head.Opening opening : last.breakglass()) {
      Map<String, Object> document = tree.document(Kind.BREAKGLASS, opening.id());
      if (document != null
          && Long.valueOf(epoch).equals(document.get("epoch"))
          && expiresAt(document).isAfter(Instant.now())) {
        on.add(opening);
      }
    }
    return on;
  }

  /**
   * What of a head keeps a machine that does not have it yet from accepting any: a head is renewed
   * by a timer, and what it names is not.
   *
   * @return a sentence each
   */
  static List<String> overdue(PolicyTree tree, Head head) throws IOException, PolicyException {
    List<String> overdue = new ArrayList<>();
    Instant now = Instant.now();
    Root root = tree.root();
    if (!root.expiresAt().isAfter(now)) {
      overdue.add(
          "root/" + root.version() + " is over: no machine accepts anything. Sign the next root");
    }
    if (head.rollout() != null) {
      String version = String.valueOf(head.rollout().version());
      if (!expiresAt(tree.document(Kind.ROLLOUT, version)).isAfter(now)) {
        overdue.add(
            "rollout/"
                + version
                + " is over: a machine that does not have it yet accepts no head. Sign the next one"
                + " with --ring");
      }
    }
    String version = String.valueOf(head.bundle().version());
    if (!expiresAt(tree.document(Kind.BUNDLE, version)).isAfter(now)) {
      overdue.add(
          "bundle/"
              + version
              + " is over: a machine that does not have it yet does not adopt it, and to the others"
              + " it is stale. Sign the next version");
    }
    return overdue;
  }

  private static Instant expiresAt(Map<String, Object> document) throws IOException {
    try {
      if (document != null && document.get("expires_at") instanceof String text) {
        return Instant.parse(text);
      }
    } catch (DateTimeParseException noTime) {
      throw new IOException("a document in the tree has an expires_at that is no time", noTime);
    }
    throw new IOException(
        "a document that the head names is not in the tree, or has no expires_at");
  }

  private Heads() {}
}
