package dev.countersign.ledger;

import dev.countersign.canonical.Ed25519;
import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Sha256;
import dev.countersign.observe.PrivateFile;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Arrays;

/**
 * A key that the agent signs its books with: Ed25519 as OpenSSL writes it (PKCS#8 in PEM), or, for
 * anchors, an HS256 secret in hexadecimal.
 *
 * <p>Reading one checks everything that can be wrong with it, so that a JVM does not start with a
 * key that it cannot use: every 32 bytes are an Ed25519 key. The arithmetic is the JDK's and comes
 * later, on the thread that signs.
 */
final class SigningKey {

  private static final int SEED = 32;
  private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";

  /** Of SHA-256, in bytes. */
  private static final int BLOCK = 64;

  private final byte[] secret;
  private final boolean hs256;

  /** Null for HS256. */
  private final Ed25519 key;

  private SigningKey(byte[] secret, boolean hs256) {
    this.secret = secret;
    this.hs256 = hs256;
    this.key = hs256 ? null : Ed25519.of(secret);
  }

  /**
   * Reads an Ed25519 key.
   *
   * @throws LedgerException if there is none; the message begins with the key path
   */
  static SigningKey ed25519(String keyPath, String file) {
    String text = read(keyPath, file);
    if (!text.contains(BEGIN)) {
      throw refused(keyPath, file, "holds no PEM block \"BEGIN PRIVATE KEY\"");
    }
    SigningKey key = new SigningKey(seed(keyPath, file, text), false);
    try {
      Ed25519.provider();
    } catch (IllegalStateException none) {
      throw new LedgerException(keyPath + ": " + none.getMessage() + ", or remove the key", none);
    }
    return key;
  }

  /**
   * Reads an Ed25519 or HS256 key.
   *
   * @throws LedgerException if there is none; the message begins with the key path
   */
  static SigningKey any(String keyPath, String file) {
    String text = read(keyPath, file);
    if (text.contains("-----BEGIN")) {
      return ed25519(keyPath, file);
    }
    byte[] secret;
    try {
      secret = Hex.parse(text.strip());
    } catch (IllegalArgumentException notHex) {
      throw refused(keyPath, file, "holds neither a PEM block nor an HS256 key in hexadecimal");
    }
    if (secret.length < SEED) {
      throw refused(
          keyPath, file, "holds " + secret.length + " bytes in hexadecimal; HS256 needs 32");
    }
    return new SigningKey(secret, true);
  }

  private static String read(String keyPath, String file) {
    try {
      return PrivateFile.read(file);
    } catch (IOException unreadable) {
      throw new LedgerException(
          keyPath
              + ": "
              + file
              + " cannot be used: "
              + unreadable.getMessage()
              + ". Make one with: openssl genpkey -algorithm ed25519, readable by this user only",
          unreadable);
    }
  }

  private static byte[] seed(String keyPath, String file, String pem) {
    byte[] seed = Ed25519.seedInPem(pem);
    if (seed == null) {
      throw refused(keyPath, file, "holds a private key, but not an Ed25519 one in PKCS#8");
    }
    return seed;
  }

  private static LedgerException refused(String keyPath, String file, String what) {
    return new LedgerException(
        keyPath + ": " + file + " " + what + ". Make one with: openssl genpkey -algorithm ed25519");
  }

  boolean isHs256() {
    return hs256;
  }

  /** Signature of an Ed25519 key, 64 bytes, or HMAC-SHA-256, 32 bytes. */
  byte[] sign(byte[] message) throws GeneralSecurityException {
    return hs256 ? mac(message) : key.sign(message);
  }

  /** The public part of an Ed25519 key, 32 bytes. */
  byte[] publicKey() throws GeneralSecurityException {
    return key.publicKey();
  }

  /** RFC 2104; the JDK's own would look for a provider of the application's choice. */
  private byte[] mac(byte[] message) {
    byte[] key = Arrays.copyOf(secret.length > BLOCK ? Sha256.hash(secret) : secret, BLOCK);
    byte[] inner = new byte[BLOCK];
    byte[] outer = new byte[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
      inner[i] = (byte) (key[i] ^ 0x36);
      outer[i] = (byte) (key[i] ^ 0x5c);
    }
    return Sha256.hash(outer, Sha256.hash(inner, message));
  }
}
