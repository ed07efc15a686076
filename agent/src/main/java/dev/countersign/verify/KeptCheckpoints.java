package dev.countersign.verify;

import dev.countersign.canonical.Hex;
import dev.countersign.ledger.Checkpoint;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a reader holds of the Merkle log (spec 3.6).
 *
 * @param key verifies checkpoints, Ed25519; null for none
 * @param from the chain is read from here on, what is before is trusted; null to read all of it
 * @param expected the chain must have been this at some time; null for none
 */
public record KeptCheckpoints(AnchorKey key, Checkpoint from, Checkpoint expected) {

  /** The file is a checkpoint, but the key did not sign it. */
  public static final class NotSigned extends Exception {

    private static final long serialVersionUID = 1L;

    NotSigned(String message) {
      super(message, null, false, false);
    }
  }

  /** Nothing. */
  public static KeptCheckpoints none() {
    return new KeptCheckpoints(null, null, null);
  }

  /**
   * Reads a checkpoint.
   *
   * @param key null to read it unverified
   * @throws IOException when it cannot be read or is no checkpoint; the message says which
   */
  public static Checkpoint read(Path file, AnchorKey key) throws IOException, NotSigned {
    String note = note(file);
    Checkpoint checkpoint;
    try {
      checkpoint = Checkpoint.parse(note);
    } catch (IllegalArgumentException none) {
      throw new IOException(file + " is no checkpoint: " + none.getMessage(), none);
    }
    if (key != null && !isSigned(checkpoint, note, key)) {
      throw new NotSigned(
          file + " is not signed by the key that was given, or was changed since it was");
    }
    return checkpoint;
  }

  static String note(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(Checkpoint.MAX_NOTE), StandardCharsets.UTF_8);
    }
  }

  static boolean isSigned(Checkpoint checkpoint, String note, AnchorKey key) {
    byte[] signature = checkpoint.signature(note, key.publicKey());
    return signature != null && key.verifies(Checkpoint.signedText(note), Hex.of(signature));
  }
}
