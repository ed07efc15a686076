package dev.countersign.canonical;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.NoSuchProviderException;

/**
 * SHA-256 of the JDK: chain links, record bindings, parameter hashes (spec 2).
 *
 * <p>The application may add, reorder or remove security providers at any time, and a provider of
 * its own would then compute our chain. So the JDK's own implementation is taken once, when the
 * agent starts, and only cloned afterwards.
 */
public final class Sha256 {

  /** Never updated, therefore safe to clone from any thread. */
  private static final MessageDigest PROTOTYPE = prototype();

  /** The 32 bytes of SHA-256 over the concatenation of the parts. */
  public static byte[] hash(byte[]... parts) {
    MessageDigest digest = copy();
    for (byte[] part : parts) {
      digest.update(part);
    }
    return digest.digest();
  }

  /** {@link #hash} as 64 lowercase hexadecimal digits. */
  public static String hex(byte[]... parts) {
    return Hex.of(hash(parts));
  }

  /**
   * One for a single owner, who may use it again and again; not safe for use by several threads.
   */
  public static MessageDigest own() {
    return copy();
  }

  private static MessageDigest copy() {
    try {
      return (MessageDigest) PROTOTYPE.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("SHA-256 of provider SUN cannot be copied on this JDK", e);
    }
  }

  private static MessageDigest prototype() {
    try {
      return MessageDigest.getInstance("SHA-256", "SUN");
    } catch (NoSuchAlgorithmException | NoSuchProviderException e) {
      throw new IllegalStateException(
          "this JDK has no SHA-256 of provider SUN; is SUN missing from security.provider.* in"
              + " conf/security/java.security?",
          e);
    }
  }

  private Sha256() {}
}
