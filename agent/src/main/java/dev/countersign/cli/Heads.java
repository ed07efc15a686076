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
import java.util.ArrayList;
import java.util.List;

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
    Ref rolloutRef = rollout == 0 ? null : tree.ref(Kind.ROLLOUT, rollout);
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

  /** Those of the last head that are not over. */
  static List<Head.Opening> stillOn(PolicyTree tree, Head last) throws IOException {
    List<Head.Opening> on = new ArrayList<>();
    for (Head.Opening opening : last.breakglass()) {
      Object expires =
          tree.document(Kind.BREAKGLASS, opening.id()) == null
              ? null
              : tree.document(Kind.BREAKGLASS, opening.id()).get("expires_at");
      if (expires instanceof String text && Instant.parse(text).isAfter(Instant.now())) {
        on.add(opening);
      }
    }
    return on;
  }

  private Heads() {}
}
