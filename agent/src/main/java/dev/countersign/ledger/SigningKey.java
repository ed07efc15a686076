package dev.countersign.ledger;

import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Sha256;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;
import java.security.Security;
import java.security.Signature;
import java.util.Arrays;
import java.util.Base64;

/**
 * A key that the agent signs its books with: Ed25519 as OpenSSL writes it (PKCS#8 in PEM), or, for
 * anchors, an HS256 secret in hexadecimal.
 *
 * <p>Reading one checks everything that can be wrong with it, so that a JVM does not start with a
 * key that it cannot use: every 32 bytes are an Ed25519 key. The arithmetic is the JDK's and comes
 * later, on the thread that signs.
 */
final class SigningKey {

  private static final int MAX_FILE = 64 * 1024;
  private static final int SEED = 32;
  private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
  private static final String END = "-----END PRIVATE KEY-----";

  /** What stands between a PKCS#8 version and the 32 bytes: the algorithm, and two lengths. */
  private static final byte[] ED25519 = {
    0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20
  };

  /** Of SHA-256, in bytes. */
  private static final int BLOCK = 64;

  private final byte[] secret;
  private final boolean hs256;
  private KeyPair pair;

  private SigningKey(byte[] secret, boolean hs256) {
    this.secret = secret;
    this.hs256 = hs256;
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
    provider(keyPath);
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
    try (InputStream in = new FileInputStream(file)) {
      return new String(in.readNBytes(MAX_FILE), StandardCharsets.ISO_8859_1);
    } catch (IOException unreadable) {
      throw new LedgerException(
          keyPath
              + ": "
              + file
              + " cannot be read ("
              + unreadable.getMessage()
              + "). Make one with: openssl genpkey -algorithm ed25519, readable by this user only",
          unreadable);
    }
  }

  private static byte[] seed(String keyPath, String file, String pem) {
    int from = pem.indexOf(BEGIN) + BEGIN.length();
    int to = pem.indexOf(END, from);
    byte[] der = null;
    if (to > 0) {
      try {
        der = Base64.getMimeDecoder().decode(pem.substring(from, to));
      } catch (IllegalArgumentException notBase64) {
        der = null;
      }
    }
    // SEQUENCE, its length, INTEGER of one byte, and then what is compared.
    int at = 5;
    if (der == null
        || der.length < at + ED25519.length + SEED
        || !Arrays.equals(Arrays.copyOfRange(der, at, at + ED25519.length), ED25519)) {
      throw refused(keyPath, file, "holds a private key, but not an Ed25519 one in PKCS#8");
    }
    return Arrays.copyOfRange(der, at + ED25519.length, at + ED25519.length + SEED);
  }

  private static LedgerException refused(String keyPath, String file, String what) {
    return new LedgerException(
        keyPath + ": " + file + " " + what + ". Make one with: openssl genpkey -algorithm ed25519");
  }

  private static Provider provider(String keyPath) {
    Provider provider = Security.getProvider("SunEC");
    String module = provider == null ? null : provider.getClass().getModule().getName();
    if (!"java.base".equals(module) && !"jdk.crypto.ec".equals(module)) {
      throw new LedgerException(
          keyPath
              + ": this JVM has no Ed25519 of the JDK's own (provider SunEC, "
              + (module == null ? "absent" : "of module " + module)
              + "). Add the module jdk.crypto.ec to its image, or remove the key");
    }
    return provider;
  }

  boolean isHs256() {
    return hs256;
  }

  /** Signature of an Ed25519 key, 64 bytes, or HMAC-SHA-256, 32 bytes. */
  byte[] sign(byte[] message) throws GeneralSecurityException {
    return hs256 ? mac(message) : sign(pair(), message);
  }

  /** The public part of an Ed25519 key, 32 bytes. */
  byte[] publicKey() throws GeneralSecurityException {
    byte[] spki = pair().getPublic().getEncoded();
    return Arrays.copyOfRange(spki, spki.length - SEED, spki.length);
  }

  /** The JDK derives a public key only while it makes one, so the private one is its chance. */
  private KeyPair pair() throws GeneralSecurityException {
    if (pair == null) {
      Provider provider = provider("the key");
      KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519", provider);
      generator.initialize(255, new Given(secret, provider));
      KeyPair made = generator.generateKeyPair();
      byte[] proof = "countersign".getBytes(StandardCharsets.US_ASCII);
      byte[] pkcs8 = made.getPrivate().getEncoded();
      Signature verifier = Signature.getInstance("Ed25519", provider);
      verifier.initVerify(made.getPublic());
      verifier.update(proof);
      if (!verifier.verify(sign(made, proof))
          || !Arrays.equals(Arrays.copyOfRange(pkcs8, pkcs8.length - SEED, pkcs8.length), secret)) {
        throw new GeneralSecurityException("this JDK makes another key of the one it is given");
      }
      pair = made;
    }
    return pair;
  }

  private static byte[] sign(KeyPair pair, byte[] message) throws GeneralSecurityException {
    Signature signature = Signature.getInstance("Ed25519", provider("the key"));
    signature.initSign(pair.getPrivate());
    signature.update(message);
    return signature.sign();
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

  /** Gives the bytes of the key. */
  private static final class Given extends SecureRandom {
    private static final long serialVersionUID = 1L;

    Given(byte[] bytes, Provider provider) {
      super(new Spi(bytes), provider);
    }

    private static final class Spi extends SecureRandomSpi {
      private static final long serialVersionUID = 1L;
      private final byte[] bytes;

      Spi(byte[] bytes) {
        this.bytes = bytes.clone();
      }

      @Override
      protected void engineSetSeed(byte[] seed) {
        throw new UnsupportedOperationException("it gives one key and nothing else");
      }

      @Override
      protected void engineNextBytes(byte[] out) {
        if (out.length != bytes.length) {
          throw new IllegalStateException("this JDK asks for " + out.length + " bytes of a key");
        }
        System.arraycopy(bytes, 0, out, 0, out.length);
      }

      @Override
      protected byte[] engineGenerateSeed(int count) {
        throw new UnsupportedOperationException("it gives one key and nothing else");
      }
    }
  }
}
