package dev.countersign.policy;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Dsse;
import dev.countersign.canonical.Ed25519;
import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.Sha256;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A fleet's tree of documents, and everything that its owners, or whoever took a key from them, can
 * do to it.
 */
final class Fleet {

  static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

  /** Files of the tree by path. */
  final Map<String, byte[]> tree = new TreeMap<>();

  final Map<String, Object> root = new LinkedHashMap<>();
  final Map<String, Object> head = new LinkedHashMap<>();

  /** Seeds by role: the first so many sign. */
  final Map<Role, List<Ed25519>> signers = new TreeMap<>();

  long epoch = 1;
  byte[] trusted;

  Fleet() throws GeneralSecurityException {
    signers.put(Role.ROOT, keys(1, 2));
    signers.put(Role.POLICY, keys(3, 1));
    signers.put(Role.ROLLOUT, keys(5, 1));
    signers.put(Role.TIMESTAMP, keys(6, 1));
    signers.put(Role.BREAKGLASS, keys(7, 2));
    trusted = putRoot(1);
  }

  static List<Ed25519> keys(int first, int count) {
    List<Ed25519> keys = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] seed = new byte[Ed25519.KEY];
      Arrays.fill(seed, (byte) (first + i));
      keys.add(Ed25519.of(seed));
    }
    return keys;
  }

  /** A root of the present signers, signed by those and by others. */
  byte[] putRoot(long version, Ed25519... others) throws GeneralSecurityException {
    Map<String, Object> keys = new LinkedHashMap<>();
    Map<String, Object> roles = new LinkedHashMap<>();
    for (Role role : Role.values()) {
      List<Object> ids = new ArrayList<>();
      for (Ed25519 key : signers.get(role)) {
        keys.put(Root.idOf(key.publicKey()), Hex.of(key.publicKey()));
        ids.add(Root.idOf(key.publicKey()));
      }
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("keys", ids);
      one.put("threshold", (long) ids.size());
      roles.put(role.text(), one);
    }
    root.put("type", "root");
    root.put("fleet", "acme");
    root.put("epoch", epoch);
    root.put("version", version);
    root.put("expires_at", "2027-01-01T00:00:00Z");
    root.put("keys", keys);
    root.put("roles", roles);
    List<Ed25519> all = new ArrayList<>(signers.get(Role.ROOT));
    all.addAll(List.of(others));
    return put(Kind.ROOT, String.valueOf(version), root, all);
  }

  byte[] put(Kind kind, String name, Map<String, Object> document) throws GeneralSecurityException {
    return put(kind, name, document, signers.get(kind.role()));
  }

  byte[] put(Kind kind, String name, Map<String, Object> document, List<Ed25519> by)
      throws GeneralSecurityException {
    byte[] envelope = sign(kind, Canonical.jcs(document), by);
    tree.put(kind.path(name), envelope);
    return envelope;
  }

  static byte[] sign(Kind kind, byte[] payload, List<Ed25519> by) throws GeneralSecurityException {
    Dsse dsse = Dsse.of(kind.payloadType(), payload);
    for (Ed25519 key : by) {
      dsse = dsse.signedBy(Root.idOf(key.publicKey()), key);
    }
    return dsse.json();
  }

  /** A bundle that follows {@code version - 1} of this tree, where that is there. */
  Map<String, Object> bundle(long version) {
    return bundle(version, "enforce", "");
  }

  Map<String, Object> bundle(long version, String mode, String rules) {
    Map<String, Object> policy = new LinkedHashMap<>();
    policy.put("bundle", "shop");
    policy.put("version", version);
    policy.put("mode", mode);
    policy.put("tools", List.of(Map.of("tool", "v" + version + rules)));
    byte[] before = tree.get(Kind.BUNDLE.path(String.valueOf(version - 1)));
    return new Bundle(
            "acme",
            epoch,
            version,
            before == null ? null : new Ref(version - 1, sha256(before)),
            Instant.parse("2026-12-01T00:00:00Z"),
            "0.1.0",
            List.of("bundle/1"),
            false,
            policy,
            List.of())
        .toJson();
  }

  /** Publishes a bundle with a head. */
  void publish(long version, long headVersion) throws GeneralSecurityException {
    put(Kind.BUNDLE, String.valueOf(version), bundle(version));
    putHead(headVersion, version);
  }

  /** A head for a bundle that is in the tree. */
  void putHead(long version, long bundle) throws GeneralSecurityException {
    putHead(version, new Ref(bundle, sha256(tree.get(Kind.BUNDLE.path("" + bundle)))), null);
  }

  void putHead(long version, Ref bundle, Ref rollout) throws GeneralSecurityException {
    long newest = 0;
    for (String path : tree.keySet()) {
      if (path.startsWith("root/")) {
        newest = Math.max(newest, Long.parseLong(path.substring(5, path.length() - 5)));
      }
    }
    head.put("type", "head");
    head.put("fleet", "acme");
    head.put("epoch", epoch);
    head.put("version", version);
    head.put("expires_at", "2026-06-02T00:00:00Z");
    head.put("root", new Ref(newest, sha256(tree.get(Kind.ROOT.path("" + newest)))).toJson());
    head.put("bundle", bundle.toJson());
    head.put("rollout", rollout == null ? null : rollout.toJson());
    head.putIfAbsent("breakglass", List.of());
    put(Kind.HEAD, "", head);
  }

  static String sha256(byte[] envelope) {
    return Sha256.hex(payload(envelope));
  }

  static byte[] payload(byte[] envelope) {
    return Dsse.parse(envelope, Kind.BUNDLE.mostBytes()).payload();
  }

  @SuppressWarnings("unchecked") // documents are objects
  static Map<String, Object> read(byte[] envelope) {
    return new LinkedHashMap<>((Map<String, Object>) Json.parse(payload(envelope)));
  }

  Ref ref(Kind kind, long version) {
    return new Ref(version, sha256(tree.get(kind.path("" + version))));
  }
}
