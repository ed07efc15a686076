package dev.countersign.verify;

import dev.countersign.canonical.Hex;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key of an anchor (spec 2.6). An anchor names no algorithm: the key that the reader holds
 * decides, so that nobody can choose a weaker one for them.
 *
 * <p>Given as {@code hs256:HEX}, {@code hs256:file:PATH} (hex in a file), or {@code ed25519:PATH}
 * (PEM as OpenSSL writes it: PKCS#8 to sign, SPKI to verify).
 */
public final class AnchorKey {

  private static final int MAX_FILE = 64 * 1024;

  private final byte[] secret;
  private final PublicKey publicKey;
  private final PrivateKey privateKey;

  private AnchorKey(byte[] secret, PublicKey publicKey, PrivateKey privateKey) {
    this.secret = secret;
    this.publicKey = publicKey;
    this.privateKey = privateKey;
  }

  /**
   * A key to verify with.
   *
   * @throws IllegalArgumentException when the text is no key; the message says what is expected
   * @throws IOException when the file cannot be read, or holds no such key
   */
  public static AnchorKey toVerify(String text) throws IOException {
    return of(text, false);
  }

  /**
   * A key to verify with, from the 32 raw bytes of an Ed25519 public key.
   *
   * @param hex 64 lowercase hex digits
   * @throws IOException when they are no point that a key can be
   */
  static AnchorKey ed25519(String hex) throws IOException {
    // RFC 8410: algorithm 1.3.101.112 and a bit string of 32 bytes.
    byte[] der = Hex.parse("302a300506032b6570032100" + hex);
    try {
      return new AnchorKey(
          null,
          KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(der)),
          null);
    } catch (GeneralSecurityException noKey) {
      throw new IOException(hex + " is no Ed25519 public key: " + noKey.getMessage(), noKey);
    }
  }

  /** A key to sign with; throws as {@link #toVerify}. */
  public static AnchorKey toSign(String text) throws IOException {
    return of(text, true);
  }

  private static AnchorKey of(String text, boolean sign) throws IOException {
    if (text.startsWith("hs256:file:")) {
      Path file = path(text.substring("hs256:file:".length()));
      return hs256(new String(read(file), StandardCharsets.ISO_8859_1).strip(), file.toString());
    }
    if (text.startsWith("hs256:")) {
      return hs256(text.substring("hs256:".length()), "--key");
    }
    if (text.startsWith("ed25519:")) {
      return ed25519(path(text.substring("ed25519:".length())), sign);
    }
    throw new IllegalArgumentException(
        "a key begins with hs256: or ed25519: (hs256:HEX, hs256:file:PATH, ed25519:PEMFILE)");
  }

  private static AnchorKey hs256(String hex, String where) {
    byte[] secret;
    try {
      secret = Hex.parse(hex);
    } catch (IllegalArgumentException notHex) {
      throw new IllegalArgumentException(
          where + " holds no HS256 key: it is not hexadecimal. Encode the secret's bytes as hex");
    }
    if (secret.length == 0) {
      throw new IllegalArgumentException(where + " holds an empty HS256 key");
    }
    return new AnchorKey(secret, null, null);
  }

  private static AnchorKey ed25519(Path file, boolean sign) throws IOException {
    String pem = new String(read(file), StandardCharsets.ISO_8859_1);
    String wanted = sign ? "PRIVATE KEY" : "PUBLIC KEY";
    String other = sign ? "PUBLIC KEY" : "PRIVATE KEY";
    byte[] der = pemBody(pem, wanted);
    if (der == null) {
      throw new IOException(
          file
              + " holds no PEM block \"BEGIN "
              + wanted
              + "\""
              + (pem.contains("-----BEGIN " + other + "-----")
                  ? " but a " + (sign ? "public" : "private") + " key. "
                  : ". ")
              + (sign
                  ? "Make one with: openssl genpkey -algorithm ed25519"
                  : "Extract it with: openssl pkey -in PRIVATE.pem -pubout"));
    }
    try {
      KeyFactory keys = KeyFactory.getInstance("Ed25519");
      return sign
          ? new AnchorKey(null, null, keys.generatePrivate(new PKCS8EncodedKeySpec(der)))
          : new AnchorKey(null, keys.generatePublic(new X509EncodedKeySpec(der)), null);
    } catch (GeneralSecurityException notOne) {
      throw new IOException(
          file + " holds a key, but not an Ed25519 one (" + notOne.getMessage() + ")", notOne);
    }
  }

  private static byte[] pemBody(String pem, String type) {
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

  private static Path path(String text) throws IOException {
    try {
      return Path.of(text);
    } catch (InvalidPathException invalid) {
      throw new IOException("no path: " + Shown.of(text), invalid);
    }
  }

  private static byte[] read(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      return in.readNBytes(MAX_FILE);
    }
  }

  /** Signature in lowercase hex: 64 digits for HS256, 128 for Ed25519. */
  String sign(byte[] message) {
    try {
      if (secret != null) {
        return Hex.of(mac(message));
      }
      Signature signature = Signature.getInstance("Ed25519");
      signature.initSign(privateKey);
      signature.update(message);
      return Hex.of(signature.sign());
    } catch (GeneralSecurityException broken) {
      throw new IllegalStateException("this JDK cannot sign with this key", broken);
    }
  }

  /** Whether {@code hex} is this key's signature of the message; never throws on any text. */
  boolean verifies(byte[] message, Object hex) {
    try {
      if (secret != null) {
        return Entry.isHex(hex, 64) && MessageDigest.isEqual(mac(message), Hex.parse((String) hex));
      }
      if (!Entry.isHex(hex, 128)) {
        return false;
      }
      Signature signature = Signature.getInstance("Ed25519");
      signature.initVerify(publicKey);
      signature.update(message);
      return signature.verify(Hex.parse((String) hex));
    } catch (GeneralSecurityException no) {
      return false; // the JDK reports a point or scalar out of range this way
    }
  }

  /** Whether it is an Ed25519 public key. */
  public boolean isPublicKey() {
    return publicKey != null;
  }

  /** The 32 bytes of an Ed25519 public key. */
  byte[] publicKey() {
    byte[] spki = publicKey.getEncoded();
    return Arrays.copyOfRange(spki, spki.length - 32, spki.length);
  }

  private byte[] mac(byte[] message) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret, "HmacSHA256"));
    return mac.doFinal(message);
  }
}
