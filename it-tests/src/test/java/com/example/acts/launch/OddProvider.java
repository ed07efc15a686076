package com.example.acts.launch;

import java.security.MessageDigestSpi;
import java.security.Provider;
import java.security.SecureRandomSpi;

/**
 * A security provider whose digests and random numbers are always the same, or which throws. It
 * says when it is initialised and asked; an application that never uses cryptography never hears of
 * it.
 */
public class OddProvider extends Provider {

  private static final long serialVersionUID = 1L;

  static {
    System.out.println("provider initialised");
  }

  public OddProvider() {
    this("Odd", "");
  }

  OddProvider(String name, String way) {
    super(name, "1", "for tests");
    put("MessageDigest.SHA-256", getClass().getPackageName() + ".OddProvider$" + way + "Digest");
    put("SecureRandom.Odd", getClass().getPackageName() + ".OddProvider$" + way + "Random");
  }

  /** The same under the name of the JDK's own. */
  public static final class NamedSun extends OddProvider {
    private static final long serialVersionUID = 1L;

    public NamedSun() {
      super("SUN", "");
    }
  }

  /** Throws from everything it is asked. */
  public static final class Throwing extends OddProvider {
    private static final long serialVersionUID = 1L;

    public Throwing() {
      super("Throwing", "Throwing");
    }
  }

  /** No digest. */
  public static final class ThrowingDigest extends MessageDigestSpi {
    @Override
    protected void engineUpdate(byte input) {
      throw new IllegalStateException("no digest");
    }

    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {
      throw new IllegalStateException("no digest");
    }

    @Override
    protected byte[] engineDigest() {
      throw new IllegalStateException("no digest");
    }

    @Override
    protected void engineReset() {}
  }

  /** No bytes. */
  public static final class ThrowingRandom extends SecureRandomSpi {
    private static final long serialVersionUID = 1L;

    @Override
    protected void engineSetSeed(byte[] seed) {}

    @Override
    protected void engineNextBytes(byte[] bytes) {
      throw new IllegalStateException("no random bytes");
    }

    @Override
    protected byte[] engineGenerateSeed(int bytes) {
      throw new IllegalStateException("no random bytes");
    }
  }

  /** 32 zeros. */
  public static final class Digest extends MessageDigestSpi implements Cloneable {
    @Override
    protected void engineUpdate(byte input) {}

    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {}

    @Override
    protected byte[] engineDigest() {
      System.out.println("provider digests");
      return new byte[32];
    }

    @Override
    protected void engineReset() {}

    @Override
    public Object clone() throws CloneNotSupportedException {
      return super.clone();
    }
  }

  /** Zeros. */
  public static final class Random extends SecureRandomSpi {
    private static final long serialVersionUID = 1L;

    @Override
    protected void engineSetSeed(byte[] seed) {}

    @Override
    protected void engineNextBytes(byte[] bytes) {
      System.out.println("provider gives random bytes");
    }

    @Override
    protected byte[] engineGenerateSeed(int bytes) {
      return new byte[bytes];
    }
  }
}
