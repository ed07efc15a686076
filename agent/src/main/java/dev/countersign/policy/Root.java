package dev.countersign.policy;

import dev.countersign.canonical.Dsse;
import dev.countersign.canonical.Ed25519;
import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Sha256;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who may sign for a fleet: keys, and for each role which of them and how many (spec 3.2).
 *
 * <p>The only document that is trusted because somebody put it on the machine. Its successors have
 * exactly the next version and are signed by the thresholds of both.
 *
 * @param fleet all documents of one fleet carry its name
 * @param epoch outranks every version of the documents below an earlier one
 * @param version from 1
 * @param expiresAt after it nothing new is accepted
 * @param keys 32 raw bytes by key id
 * @param roles every role
 */
public record Root(
    String fleet,
    long epoch,
    long version,
    Instant expiresAt,
    Map<String, byte[]> keys,
    Map<Role, Signers> roles) {

  private static final int MAX_KEYS = 64;
  private static final int KEY_HEX = 64;
  private static final int ID_HEX = 16;

  /** Below this many people, nothing is loosened. */
  static final int PEOPLE = 2;

  /**
   * @param keys ids of them
   * @param threshold how many distinct ones have to sign
   */
  public record Signers(List<String> keys, int threshold) {}

  /** The name of a key: the first 16 hex digits of the SHA-256 of its 32 bytes. */
  public static String idOf(byte[] publicKey) {
    return Sha256.hex(publicKey).substring(0, ID_HEX);
  }

  /** Reads a payload; says nothing about who signed it. */
  public static Root parse(String document, byte[] payload) throws PolicyException {
    Fields fields =
        Fields.of(
            Kind.ROOT,
            document,
            payload,
            "type",
            "fleet",
            "epoch",
            "version",
            "expires_at",
            "keys",
            "roles");
    Map<String, byte[]> keys = new LinkedHashMap<>();
    for (Map.Entry<String, String> key : fields.texts("keys", MAX_KEYS).entrySet()) {
      String hex = key.getValue();
      byte[] bytes = hex.length() == KEY_HEX && Fields.isHex(hex) ? Hex.parse(hex) : new byte[0];
      if (!Ed25519.isPublicKey(bytes)) {
        throw fields.malformed("keys." + key.getKey(), "is no Ed25519 public key in hexadecimal");
      }
      if (!idOf(bytes).equals(key.getKey())) {
        throw fields.malformed("keys." + key.getKey(), "is the key " + idOf(bytes));
      }
      keys.put(key.getKey(), bytes);
    }
    String[] names = new String[Role.values().length];
    for (Role role : Role.values()) {
      names[role.ordinal()] = role.text();
    }
    Fields all = fields.object("roles", names);
    Map<Role, Signers> roles = new EnumMap<>(Role.class);
    for (Role role : Role.values()) {
      Fields one = all.object(role.text(), "keys", "threshold");
      List<String> ids = one.names("keys", MAX_KEYS);
      for (String id : ids) {
        if (!keys.containsKey(id)) {
          throw one.malformed("keys", "names a key that keys does not have: " + id);
        }
      }
      long least = role == Role.BREAKGLASS ? PEOPLE : 1;
      roles.put(role, new Signers(ids, (int) one.whole("threshold", least, MAX_KEYS)));
      if (roles.get(role).threshold() > ids.size()) {
        throw one.malformed("threshold", "is more than there are keys");
      }
    }
    return new Root(
        fields.text("fleet"),
        fields.whole("epoch", 1, Fields.MOST),
        fields.whole("version", 1, Fields.MOST),
        fields.time("expires_at"),
        Map.copyOf(keys),
        Map.copyOf(roles));
  }

  /**
   * Reads the root that somebody put on this machine. It has to be signed as it says itself: a
   * truncated or half-edited one is noticed.
   */
  public static Sealed<Root> trusted(String document, byte[] envelope) throws PolicyException {
    Dsse dsse = Payload.dsse(Kind.ROOT, document, envelope);
    byte[] payload = dsse.payload();
    Root root = parse(document, payload);
    root.requireSigned(dsse, Role.ROOT, 0, document);
    return new Sealed<>(root, envelope, payload);
  }

  /**
   * Reads the next root.
   *
   * @throws PolicyException unless it has exactly the next version, the same fleet, no lower epoch,
   *     and the signatures of both thresholds
   */
  public Sealed<Root> successor(String document, byte[] envelope) throws PolicyException {
    Dsse dsse = Payload.dsse(Kind.ROOT, document, envelope);
    byte[] payload = dsse.payload();
    // Before it is read: what is said of a document is said of one that somebody signed.
    requireEnough(signedByOwn(dsse), roles.get(Role.ROOT), document, "the root before it");
    Root next = parse(document, payload);
    if (next.version != version + 1) {
      throw new PolicyException(
          Rejection.GAP,
          document,
          "version",
          "is " + next.version + "; after " + version + " comes " + (version + 1));
    }
    if (!next.fleet.equals(fleet)) {
      throw new PolicyException(Rejection.INCOMPATIBLE, document, "fleet", "is another fleet's");
    }
    if (next.epoch < epoch) {
      throw new PolicyException(
          Rejection.ROLLBACK, document, "epoch", "is " + next.epoch + ", below " + epoch);
    }
    Set<String> known = new HashSet<>(roles.get(Role.ROOT).keys());
    known.addAll(next.roles.get(Role.ROOT).keys());
    Set<String> signed = new HashSet<>();
    for (Dsse.Signed signature : dsse.signatures()) {
      byte[] key = keys.getOrDefault(signature.keyid(), next.keys.get(signature.keyid()));
      requireValid(dsse, signature, known.contains(signature.keyid()) ? key : null, document);
      requireOnce(signed, signature, document);
    }
    next.requireEnough(signed, next.roles.get(Role.ROOT), document, "itself");
    return new Sealed<>(next, envelope, payload);
  }

  /** Who of this root's own people signed it; what others did is looked at with their keys. */
  private Set<String> signedByOwn(Dsse dsse) {
    Set<String> signed = new HashSet<>();
    for (Dsse.Signed signature : dsse.signatures()) {
      if (roles.get(Role.ROOT).keys().contains(signature.keyid())
          && dsse.isSignature(signature, keys.get(signature.keyid()))) {
        signed.add(signature.keyid());
      }
    }
    return signed;
  }

  /**
   * Checks the signatures of a document and gives its payload: those very bytes are parsed.
   *
   * @param atLeast how many have to sign, where that is less than the role's threshold; 0 for that
   */
  byte[] open(Kind kind, String document, byte[] envelope, int atLeast) throws PolicyException {
    Dsse dsse = Payload.dsse(kind, document, envelope);
    requireSigned(dsse, kind.role(), atLeast, document);
    return dsse.payload();
  }

  /**
   * For those who sign.
   *
   * @throws PolicyException saying what an agent would reject it for
   */
  public void requireSignedBy(Kind kind, byte[] envelope) throws PolicyException {
    open(kind, kind.text(), envelope, 0);
  }

  /**
   * For what one of the role's people may do alone.
   *
   * @throws PolicyException saying what an agent would reject it for
   */
  public void requireSomebodySigned(Kind kind, byte[] envelope) throws PolicyException {
    open(kind, kind.text(), envelope, 1);
  }

  /** How many distinct keys of the role signed; everything else about the signatures holds. */
  int signers(Kind kind, String document, byte[] envelope) throws PolicyException {
    return requireSigned(Payload.dsse(kind, document, envelope), kind.role(), 1, document);
  }

  private int requireSigned(Dsse dsse, Role role, int atLeast, String document)
      throws PolicyException {
    Signers signers = roles.get(role);
    Set<String> signed = new HashSet<>();
    for (Dsse.Signed signature : dsse.signatures()) {
      byte[] key = signers.keys().contains(signature.keyid()) ? keys.get(signature.keyid()) : null;
      requireValid(dsse, signature, key, document);
      requireOnce(signed, signature, document);
    }
    requireEnough(
        signed,
        atLeast == 0 ? signers : new Signers(signers.keys(), atLeast),
        document,
        "the role " + role.text());
    return signed.size();
  }

  private static void requireValid(Dsse dsse, Dsse.Signed signature, byte[] key, String document)
      throws PolicyException {
    if (key == null) {
      throw new PolicyException(
          Rejection.SIGNATURE,
          document,
          "signatures",
          "one is by a key that may not sign this, or is not known: "
              + (signature.keyid().isEmpty() || !Fields.isHex(signature.keyid())
                  ? "no key id"
                  : signature.keyid()));
    }
    if (!dsse.isSignature(signature, key)) {
      throw new PolicyException(
          Rejection.SIGNATURE,
          document,
          "signatures",
          "that of " + signature.keyid() + " is not over these bytes");
    }
  }

  private static void requireOnce(Set<String> signed, Dsse.Signed signature, String document)
      throws PolicyException {
    if (!signed.add(signature.keyid())) {
      throw new PolicyException(
          Rejection.SIGNATURE, document, "signatures", signature.keyid() + " signed twice");
    }
  }

  private void requireEnough(Set<String> signed, Signers signers, String document, String whom)
      throws PolicyException {
    int count = 0;
    for (String id : signers.keys()) {
      count += signed.contains(id) ? 1 : 0;
    }
    if (count < signers.threshold()) {
      throw new PolicyException(
          Rejection.SIGNATURE,
          document,
          "signatures",
          count + " of the " + signers.threshold() + " that " + whom + " takes");
    }
  }
}
