package dev.countersign.canonical;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;
import java.security.Security;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;

/**
 * Ed25519 (RFC 8032) as OpenSSL keeps it in files (RFC 8410, PEM), for everything that is signed:
 * checkpoints, receipts, policy documents.
 *
 * <p>The arithmetic is the JDK's own, asked of its provider by module: the JVM's user and the
 * application choose the security providers and their order, and one of theirs would see the key.
 * It costs some 0.6 ms for each signature, so nothing on a call path asks for one.
 */
public final class Ed25519 {

  /** Bytes of a private key's seed, and of a public key. */
  public static final int KEY = 32;

  /** Bytes of a signature. */
  public static final int SIGNATURE = 64;

  private static final String PRIVATE = "PRIVATE KEY";
  private static final String PUBLIC = "PUBLIC KEY";

  /** PKCS#8: SEQUENCE, version 0, the algorithm 1.3.101.112, and two lengths. */
  private static final byte[] PKCS8 = {
    0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20
  };

  /** Where the algorithm begins in it: what stands in front differs where attributes follow. */
  private static final int ALGORITHM = 5;

  /** SPKI: SEQUENCE, the algorithm, and a bit string of 32 bytes. */
  private static final byte[] SPKI = {
    0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00
  };

  private static final int LINE = 64;

  private final byte[] seed;

  /** Derived on first use, on the thread that signs. */
  private KeyPair pair;

  private Ed25519(byte[] seed) {
    this.seed = seed;
  }

  /**
   * A key to sign with; every 32 bytes are one.
   *
   * @param seed the private key of RFC 8032
   */
  public static Ed25519 of(byte[] seed) {
    if (seed.length != KEY) {
      throw new IllegalArgumentException("an Ed25519 key has 32 bytes, not " + seed.length);
    }
    return new Ed25519(seed.clone());
  }

  /** The seed in a PEM text ({@code BEGIN PRIVATE KEY}); null where there is no Ed25519 key. */
  public static byte[] seedInPem(String pem) {
    byte[] der = body(pem, PRIVATE);
    if (der == null
        || der.length < PKCS8.length + KEY
        || !Arrays.equals(der, ALGORITHM, PKCS8.length, PKCS8, ALGORITHM, PKCS8.length)) {
      return null;
    }
    return Arrays.copyOfRange(der, PKCS8.length, PKCS8.length + KEY);
  }

  /** The key in a PEM text ({@code BEGIN PUBLIC KEY}); null where there is no Ed25519 key. */
  public static byte[] publicInPem(String pem) {
    byte[] der = body(pem, PUBLIC);
    if (der == null
        || der.length != SPKI.length + KEY
        || !Arrays.equals(der, 0, SPKI.length, SPKI, 0, SPKI.length)) {
      return null;
    }
    return Arrays.copyOfRange(der, SPKI.length, der.length);
  }

  /** A seed as OpenSSL writes it. */
  public static String privatePem(byte[] seed) {
    return pem(PRIVATE, PKCS8, seed);
  }

  /** A public key as OpenSSL writes it. */
  public static String publicPem(byte[] publicKey) {
    return pem(PUBLIC, SPKI, publicKey);
  }

  private static String pem(String type, byte[] head, byte[] key) {
    byte[] der = Arrays.copyOf(head, head.length + key.length);
    System.arraycopy(key, 0, der, head.length, key.length);
    byte[] newline = {'\n'};
    return "-----BEGIN "
        + type
        + "-----\n"
        + Base64.getMimeEncoder(LINE, newline).encodeToString(der)
        + "\n-----END "
        + type
        + "-----\n";
  }

  private static byte[] body(String pem, String type) {
    String begin = "-----BEGIN " + type + "-----";
    int from = pem.indexOf(begin);
    int to = from < 0 ? -1 : pem.indexOf("-----END " + type + "-----", from);
    if (to < 0) {
      return null;
    }
    try {
      return Base64.getMimeDecoder().decode(pem.substring(from + begin.length(), to));
    } catch (IllegalArgumentException notBase64) {
      return null;
    }
  }

  /**
   * Whether 32 bytes are the only encoding of a point that a key can be. Two encodings of one point
   * would count as two keys, and a point of small order signs everything.
   */
  public static boolean isPublicKey(byte[] key) {
    if (key.length != KEY) {
      return false;
    }
    byte[] y = new byte[KEY];
    for (int i = 0; i < KEY; i++) {
      y[i] = key[KEY - 1 - i];
    }
    y[0] &= 0x7f;
    BigInteger value = new BigInteger(1, y);
    if (value.compareTo(Curve.P) >= 0) {
      return false;
    }
    for (BigInteger small : Curve.SMALL_ORDER) {
      if (value.equals(small)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether the signature is this key's over the message; never throws on any bytes.
   *
   * @throws IllegalStateException if this JVM has no Ed25519 of the JDK's own
   */
  public static boolean verifies(byte[] publicKey, byte[] message, byte[] signature) {
    if (publicKey.length != KEY || signature.length != SIGNATURE) {
      return false;
    }
    Provider provider = provider();
    byte[] spki = Arrays.copyOf(SPKI, SPKI.length + KEY);
    System.arraycopy(publicKey, 0, spki, SPKI.length, KEY);
    try {
      Signature verifier = Signature.getInstance("Ed25519", provider);
      verifier.initVerify(
          KeyFactory.getInstance("Ed25519", provider).generatePublic(new X509EncodedKeySpec(spki)));
      verifier.update(message);
      return verifier.verify(signature);
    } catch (GeneralSecurityException no) {
      return false; // the JDK reports a point or scalar out of range this way
    }
  }

  /**
   * The JDK's provider of it.
   *
   * @throws IllegalStateException where there is none, or another calls itself so
   */
  public static Provider provider() {
    Provider provider = Security.getProvider("SunEC");
    String module = provider == null ? null : provider.getClass().getModule().getName();
    if (!"java.base".equals(module) && !"jdk.crypto.ec".equals(module)) {
      throw new IllegalStateException(
          "this JVM has no Ed25519 of the JDK's own (provider SunEC, "
              + (module == null ? "absent" : "of module " + module)
              + "). Add the module jdk.crypto.ec to its image");
    }
    return provider;
  }

  /** The 64 bytes of the signature; the same for the same message. */
  public synchronized byte[] sign(byte[] message) throws GeneralSecurityException {
    return sign(pair(), message);
  }

  /** The public part, 32 bytes. */
  public synchronized byte[] publicKey() throws GeneralSecurityException {
    byte[] spki = pair().getPublic().getEncoded();
    return Arrays.copyOfRange(spki, spki.length - KEY, spki.length);
  }

  /** The JDK derives a public key only while it makes one, so the private one is its chance. */
  private KeyPair pair() throws GeneralSecurityException {
    if (pair == null) {
      Provider provider = provider();
      KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519", provider);
      generator.initialize(255, new Given(seed, provider));
      KeyPair made = generator.generateKeyPair();
      byte[] proof = "countersign".getBytes(StandardCharsets.US_ASCII);
      byte[] pkcs8 = made.getPrivate().getEncoded();
      Signature verifier = Signature.getInstance("Ed25519", provider);
      verifier.initVerify(made.getPublic());
      verifier.update(proof);
      if (!verifier.verify(sign(made, proof))
          || !Arrays.equals(Arrays.copyOfRange(pkcs8, pkcs8.length - KEY, pkcs8.length), seed)) {
        throw new GeneralSecurityException("this JDK makes another key of the one it is given");
      }
      pair = made;
    }
    return pair;
  }

  private static byte[] sign(KeyPair pair, byte[] message) throws GeneralSecurityException {
    Signature signature = Signature.getInstance("Ed25519", provider());
    signature.initSign(pair.getPrivate());
    signature.update(message);
    return signature.sign();
  }

  /** Loaded only where a key is judged. */
  private static final class Curve {
    /** 2^255 - 19. */
    static final BigInteger P = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));

    /** The heights of the points of order 1, 2, 4 and 8 (RFC 7748, section 7 says why). */
    static final BigInteger[] SMALL_ORDER = {
      BigInteger.ONE,
      P.subtract(BigInteger.ONE),
      BigInteger.ZERO,
      new BigInteger("05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826", 16),
      P.subtract(
          new BigInteger("05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826", 16))
    };
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
