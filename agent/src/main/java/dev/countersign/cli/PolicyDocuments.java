package dev.countersign.cli;

import dev.countersign.policy.BreakGlass;
import dev.countersign.policy.Bundle;
import dev.countersign.policy.Head;
import dev.countersign.policy.Kind;
import dev.countersign.policy.Payload;
import dev.countersign.policy.PolicyException;
import dev.countersign.policy.PolicyTree;
import dev.countersign.policy.Rollout;
import dev.countersign.policy.Root;
import java.io.IOException;

/** Documents of a policy as the commands need them. */
final class PolicyDocuments {

  /** Under which name one stands in the tree; reads it strictly. */
  static String nameOf(Kind kind, byte[] payload) throws PolicyException {
    switch (kind) {
      case ROOT:
        return String.valueOf(Root.parse("the root", payload).version());
      case BUNDLE:
        return String.valueOf(Bundle.parse("the bundle", payload).version());
      case ROLLOUT:
        return String.valueOf(Rollout.parse("the rollout", payload).version());
      case BREAKGLASS:
        return BreakGlass.parse("the break-glass document", payload).id();
      default:
        Head.parse("the head", payload);
        return "";
    }
  }

  /**
   * The signatures of a document as an agent would take them, by the newest root of the tree.
   *
   * @throws PolicyException with what an agent would reject it for
   */
  static void requireSigned(PolicyTree tree, Kind kind, String name, byte[] envelope)
      throws IOException, PolicyException {
    if (kind == Kind.ROOT) {
      requireSignedRoot(tree, name, envelope);
    } else if (kind == Kind.BREAKGLASS
        && BreakGlass.parse("breakglass/" + name, Payload.of(kind, name, envelope)).freezes()) {
      tree.root().requireSomebodySigned(kind, envelope);
    } else {
      tree.root().requireSignedBy(kind, envelope);
    }
  }

  /** A root as a machine would take it: the first by itself, each further one after its last. */
  static void requireSignedRoot(PolicyTree tree, String name, byte[] envelope)
      throws IOException, PolicyException {
    long version = Long.parseLong(name);
    byte[] before = version == 1 ? null : tree.envelope(Kind.ROOT, String.valueOf(version - 1));
    if (before == null) {
      Root.trusted("root/" + name, envelope);
    } else {
      Root.trusted("root/" + (version - 1), before).document().successor("root/" + name, envelope);
    }
  }

  private PolicyDocuments() {}
}
