package dev.countersign.canonical;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;

/**
 * Random bytes of the kernel: ids, salts, the numbers of woven sites.
 *
 * <p>Not {@link SecureRandom}: what that gives is decided by the security providers and their
 * order, which the JVM's user and the application choose. A provider of theirs would run inside our
 * check, be initialised before {@code main}, and know every number that is drawn. Only where this
 * system has no such device (not Linux) is the platform's generator asked.
 */
public final class Randomness {

  private static final String DEVICE = "/dev/urandom";

  /** Few enough that the read is one short system call, enough for 16 ids. */
  private static final int READ_AHEAD = 256;

  /** Null where there is no device; stays open for as long as the JVM runs. */
  private static final FileInputStream SOURCE = source();

  private static final SecureRandom PLATFORM = SOURCE == null ? new SecureRandom() : null;

  /** Guarded by itself; every byte is handed out once and overwritten. */
  private static final byte[] AHEAD = new byte[READ_AHEAD];

  private static int next = READ_AHEAD;

  /**
   * Fills the array.
   *
   * @throws UncheckedIOException when the device gives nothing; the array is then not to be used
   */
  public static void fill(byte[] bytes) {
    if (SOURCE == null) {
      PLATFORM.nextBytes(bytes);
      return;
    }
    synchronized (AHEAD) {
      for (int i = 0; i < bytes.length; i++) {
        if (next == READ_AHEAD) {
          readAhead();
        }
        bytes[i] = AHEAD[next];
        AHEAD[next++] = 0;
      }
    }
  }

  /** 64 random bits. */
  public static long nextLong() {
    byte[] bytes = new byte[Long.BYTES];
    fill(bytes);
    long bits = 0;
    for (byte octet : bytes) {
      bits = bits << 8 | octet & 0xFF;
    }
    return bits;
  }

  private static void readAhead() {
    try {
      // Until it is complete, what is there counts as used: a failure half-way repeats no byte.
      if (SOURCE.readNBytes(AHEAD, 0, READ_AHEAD) != READ_AHEAD) {
        throw new IOException(DEVICE + " ended");
      }
      next = 0;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static FileInputStream source() {
    try {
      return new FileInputStream(DEVICE);
    } catch (FileNotFoundException otherSystem) {
      return null;
    }
  }

  private Randomness() {}
}
