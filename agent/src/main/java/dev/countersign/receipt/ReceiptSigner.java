package dev.countersign.receipt;

import dev.countersign.canonical.Dsse;
import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Sha256;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/**
 * Signs receipts with the agent's key (spec 3.4, {@code receipts.key}).
 *
 * <p>With Bouncy Castle's arithmetic and not the JDK's, which takes ten times as long for each
 * signature: an export has many. What is signed here is verified by the JDK's.
 */
public final class ReceiptSigner {

  private final byte[] seed;
  private final byte[] publicKey = new byte[Ed25519.PUBLIC_KEY_SIZE];
  private final String keyid;

  /**
   * @param seed the private key of RFC 8032, 32 bytes
   */
  public ReceiptSigner(byte[] seed) {
    if (seed.length != Ed25519.SECRET_KEY_SIZE) {
      throw new IllegalArgumentException("an Ed25519 key has 32 bytes, not " + seed.length);
    }
    this.seed = seed.clone();
    Ed25519.generatePublicKey(this.seed, 0, publicKey, 0);
    this.keyid = keyid(publicKey);
  }

  /** What an envelope names a key by, 64 lowercase hex digits: SHA-256 of its 32 bytes. */
  public static String keyid(byte[] publicKey) {
    return Hex.of(Sha256.hash(publicKey));
  }

  /**
   * Whether the signature is this key's over the message; never throws on any bytes. For the path
   * of a call: no security provider is asked, which could be the application's.
   */
  public static boolean verifies(byte[] publicKey, byte[] message, byte[] signature) {
    return publicKey.length == Ed25519.PUBLIC_KEY_SIZE
        && signature.length == Ed25519.SIGNATURE_SIZE
        && Ed25519.verify(signature, 0, publicKey, 0, message, 0, message.length);
  }

  /** The public part, 32 bytes. */
  public byte[] publicKey() {
    return publicKey.clone();
  }

  /** Signature of a message, 64 bytes. */
  public byte[] sign(byte[] message) {
    byte[] signature = new byte[Ed25519.SIGNATURE_SIZE];
    Ed25519.sign(seed, 0, publicKey, 0, message, 0, message.length, signature, 0);
    return signature;
  }

  /**
   * The DSSE envelope of a Statement, as a JSON value.
   *
   * @param statement canonical JSON
   */
  public Map<String, Object> envelope(byte[] statement) {
    Base64.Encoder base64 = Base64.getEncoder();
    Map<String, Object> signature = new LinkedHashMap<>(4);
    signature.put("keyid", keyid);
    signature.put("sig", base64.encodeToString(sign(Dsse.pae(DecisionReceipt.PAYLOAD, statement))));
    Map<String, Object> envelope = new LinkedHashMap<>(8);
    envelope.put("payloadType", DecisionReceipt.PAYLOAD);
    envelope.put("payload", base64.encodeToString(statement));
    envelope.put("signatures", List.of(signature));
    return envelope;
  }
}
