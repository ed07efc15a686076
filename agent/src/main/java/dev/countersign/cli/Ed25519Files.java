package dev.countersign.cli;

import dev.countersign.canonical.Ed25519;
import dev.countersign.observe.PrivateFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Ed25519 keys as options name them: {@code ed25519:FILE}, PEM as OpenSSL writes it. */
final class Ed25519Files {

  private static final String PREFIX = "ed25519:";
  private static final int MAX_FILE = 64 * 1024;

  /**
   * The public key that an option names, 32 bytes.
   *
   * @param option for messages, for example {@code --key}
   */
  static byte[] publicKey(String option, String value) {
    byte[] key = Ed25519.publicInPem(read(option, value));
    if (key == null || !Ed25519.isPublicKey(key)) {
      throw unusable(
          option,
          value
              + " holds no Ed25519 public key. Extract it with: openssl pkey -in PRIVATE.pem -pubout");
    }
    return key;
  }

  /** The private key that an option names, 32 bytes. */
  static byte[] seed(String option, String value) {
    byte[] seed;
    try {
      seed = Ed25519.seedInPem(PrivateFile.read(file(option, value)));
    } catch (InvalidPathException invalid) {
      throw unusable(option, "no path: " + invalid.getMessage());
    } catch (IOException unreadable) {
      throw unusable(option, Unreadable.why(unreadable));
    }
    if (seed == null) {
      throw unusable(
          option,
          value
              + " holds no Ed25519 private key. Make one with: openssl genpkey -algorithm ed25519");
    }
    return seed;
  }

  private static String file(String option, String value) {
    if (!value.startsWith(PREFIX)) {
      throw new CommandFailure(
          Exit.USAGE, option + ": expected ed25519:FILE, an Ed25519 key in PEM. Nothing was done.");
    }
    return value.substring(PREFIX.length());
  }

  private static String read(String option, String value) {
    try (InputStream in = Files.newInputStream(Path.of(file(option, value)))) {
      return new String(in.readNBytes(MAX_FILE), StandardCharsets.ISO_8859_1);
    } catch (InvalidPathException invalid) {
      throw unusable(option, "no path: " + invalid.getMessage());
    } catch (IOException unreadable) {
      throw unusable(option, Unreadable.why(unreadable));
    }
  }

  private static CommandFailure unusable(String option, String why) {
    return new CommandFailure(Exit.CANNOT, option + " cannot be used: " + why);
  }

  private Ed25519Files() {}
}
