package dev.countersign.canonical;

import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.security.MessageDigest;
import java.security.MessageDigestSpi;
import java.security.NoSuchAlgorithmException;
import java.security.NoSuchProviderException;
import java.security.Provider;
import java.util.concurrent.atomic.AtomicReference;

/**
 * SHA-256 of the JDK: chain links, record bindings, parameter hashes (spec 2).
 *
 * <p>The JDK's own implementation is constructed directly, once, and only cloned afterwards. Asking
 * for it by name would go through the security providers: the JVM's user and the application choose
 * those and their order, so one of theirs would be loaded and initialised inside our check, before
 * {@code main}, and could compute our chain. Only where the JDK's packages are not open to us (our
 * own command line) is the provider named SUN asked, and it has to be the JDK's.
 */
public final class Sha256 {

  private static final String ALGORITHM = "SHA-256";

  /** Never updated, therefore safe to clone from any thread. */
  private static final MessageDigest PROTOTYPE = prototype();

  /** Reset: a digest that is finished begins anew. */
  private static final Spares<MessageDigest> SPARES = new Spares<>();

  /** The 32 bytes of SHA-256 over the concatenation of the parts. */
  public static byte[] hash(byte[]... parts) {
    AtomicReference<MessageDigest> place = SPARES.place();
    MessageDigest digest = taken(place);
    for (byte[] part : parts) {
      digest.update(part);
    }
    return finished(digest, place);
  }

  /** {@link #hash} as 64 lowercase hexadecimal digits. */
  public static String hex(byte[]... parts) {
    return Hex.of(hash(parts));
  }

  /** 64 lowercase hexadecimal digits of the first {@code length} bytes. */
  public static String hex(byte[] bytes, int length) {
    return hex(bytes, 0, length);
  }

  static String hex(byte[] bytes, int from, int length) {
    AtomicReference<MessageDigest> place = SPARES.place();
    MessageDigest digest = taken(place);
    digest.update(bytes, from, length);
    return Hex.of(finished(digest, place));
  }

  static String hex(byte[] prefix, byte[] bytes, int from, int length) {
    AtomicReference<MessageDigest> place = SPARES.place();
    MessageDigest digest = taken(place);
    digest.update(prefix);
    digest.update(bytes, from, length);
    return Hex.of(finished(digest, place));
  }

  /**
   * One for a single owner, who may use it again and again; not safe for use by several threads.
   */
  public static MessageDigest own() {
    return copy();
  }

  /** The caller's alone until it is {@link #finished}; one that fails on the way is dropped. */
  private static MessageDigest taken(AtomicReference<MessageDigest> place) {
    MessageDigest spare = place.getAndSet(null);
    return spare == null ? copy() : spare;
  }

  private static byte[] finished(MessageDigest digest, AtomicReference<MessageDigest> place) {
    byte[] hash = digest.digest();
    place.set(digest);
    return hash;
  }

  private static MessageDigest copy() {
    try {
      return (MessageDigest) PROTOTYPE.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("the JDK's own SHA-256 cannot be copied on this JDK", e);
    }
  }

  private static MessageDigest prototype() {
    try {
      return constructed();
    } catch (ReflectiveOperationException | InaccessibleObjectException closed) {
      return provided();
    }
  }

  /**
   * What {@link MessageDigest#getInstance} makes of the JDK's implementation, without a look-up.
   */
  private static MessageDigest constructed() throws ReflectiveOperationException {
    Object implementation =
        Class.forName("sun.security.provider.SHA2$SHA256", true, null)
            .getConstructor()
            .newInstance();
    Constructor<?> digest =
        Class.forName("java.security.MessageDigest$Delegate$CloneableDelegate", true, null)
            .getDeclaredConstructor(MessageDigestSpi.class, String.class, Provider.class);
    digest.setAccessible(true);
    return (MessageDigest) digest.newInstance(implementation, ALGORITHM, null);
  }

  private static MessageDigest provided() {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance(ALGORITHM, "SUN");
    } catch (NoSuchAlgorithmException | NoSuchProviderException e) {
      throw new IllegalStateException(
          "this JDK has no SHA-256 of provider SUN; is SUN missing from security.provider.* in"
              + " conf/security/java.security?",
          e);
    }
    Class<?> provider = digest.getProvider().getClass();
    if (provider.getModule() != Object.class.getModule()) {
      throw new IllegalStateException(
          "the security provider that calls itself SUN is "
              + provider.getName()
              + ", not the JDK's own; start without it (security.provider.* of"
              + " java.security.properties)");
    }
    return digest;
  }

  private Sha256() {}
}
