package dev.countersign.verify;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.NotCanonicalException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A signed statement of a chain's last entry (spec 2.6): {@code {v,c14n,chain_id,seq,head,ts}}, and
 * outside the signature {@code kid, sig, verified}. {@code verified} is the producer's word about
 * itself and is never read.
 */
final class Anchor {

  private static final List<String> UNSIGNED = List.of("kid", "sig", "verified");

  /**
   * Checks an anchor against the chain that was read.
   *
   * @param anchor null where there is none
   * @return what is wrong, or null
   */
  static String fault(Map<String, Object> anchor, AnchorKey key, ChainCheck chain) {
    if (chain.broken() != null) {
      return chain.broken();
    }
    if (anchor == null) {
      return "there is no anchor; was it stripped? Ask the producer for the signed bundle";
    }
    String signature = signatureFault(anchor, key);
    if (signature != null) {
      return signature;
    }
    Long seq = Integral.of(anchor.get("seq"));
    if (seq == null
        || seq != chain.count() - 1
        || !String.valueOf(chain.head()).equals(anchor.get("head"))) {
      return "the anchor names (seq="
          + Shown.of(anchor.get("seq"))
          + ", head="
          + Shown.of(anchor.get("head"))
          + ") but the chain ends at (seq="
          + (chain.count() - 1)
          + ", hash="
          + Shown.of(chain.head())
          + ")";
    }
    return null;
  }

  private static String signatureFault(Map<String, Object> anchor, AnchorKey key) {
    if (!anchor.containsKey("sig")) {
      return "anchor carries no signature";
    }
    Map<String, Object> body = new LinkedHashMap<>(anchor);
    UNSIGNED.forEach(body::remove);
    try {
      return key.verifies(Canonical.jcs(body), anchor.get("sig"))
          ? null
          : "anchor signature invalid";
    } catch (NotCanonicalException noForm) {
      return "anchor has no canonical form: " + noForm.getMessage();
    }
  }

  /** Makes an anchor; signed when there is a key. */
  static Map<String, Object> of(
      long version, String chainId, long seq, String head, String ts, AnchorKey key, String kid) {
    Map<String, Object> anchor = new LinkedHashMap<>();
    anchor.put("v", version);
    anchor.put("c14n", "JCS");
    anchor.put("chain_id", chainId);
    anchor.put("seq", seq);
    anchor.put("head", head);
    anchor.put("ts", ts);
    if (key != null) {
      String signature = key.sign(Canonical.jcs(anchor));
      anchor.put("kid", kid);
      anchor.put("sig", signature);
      anchor.put("verified", true);
    }
    return anchor;
  }

  private Anchor() {}
}
