package dev.countersign.verify;

import dev.countersign.canonical.Ed25519;
import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Who signs notes, as C2SP writes it: a <i>vkey</i>, {@code <name>+<key id>+<type and key>}. Two
 * types are read: Ed25519 over the text (0x01, the log itself) and Ed25519 over a time and the text
 * (0x04, a witness; c2sp.org/tlog-cosignature).
 *
 * @param name of the key
 * @param keyId 4 bytes
 * @param witness whether it is of type 0x04
 * @param publicKey 32 bytes
 */
public record NoteKey(String name, byte[] keyId, boolean witness, byte[] publicKey) {

  /** What a note says about a key. */
  public enum Verdict {
    /** No line of the note is this key's. */
    ABSENT,
    /** It signed the note. */
    SIGNED,
    /** A line bears its name and id, and is not its signature of this text. */
    FORGED
  }

  private static final byte ED25519 = 1;
  private static final byte COSIGNATURE = 4;
  private static final int KEY_ID = 4;
  private static final int TIME = 8;
  private static final int SIGNATURE = 64;

  /** A key of a log or a witness. */
  public static NoteKey of(String name, boolean witness, byte[] publicKey) {
    byte[] typed = new byte[1 + publicKey.length];
    typed[0] = witness ? COSIGNATURE : ED25519;
    System.arraycopy(publicKey, 0, typed, 1, publicKey.length);
    byte[] hash = Sha256.hash((name + '\n').getBytes(StandardCharsets.UTF_8), typed);
    return new NoteKey(name, Arrays.copyOf(hash, KEY_ID), witness, publicKey.clone());
  }

  /**
   * Reads a vkey.
   *
   * @throws IllegalArgumentException if it is none that is understood here; the message says why
   */
  public static NoteKey parse(String vkey) {
    int first = vkey.indexOf('+');
    int second = vkey.indexOf('+', first + 1);
    if (first < 1 || second < 0 || !SignedNote.isName(vkey.substring(0, first))) {
      throw new IllegalArgumentException(
          "a verifier key is NAME+ID+KEY, as c2sp.org/signed-note has it");
    }
    byte[] typed = SignedNote.base64(vkey.substring(second + 1));
    if (typed == null
        || typed.length != 1 + Ed25519.KEY
        || typed[0] != ED25519 && typed[0] != COSIGNATURE) {
      throw new IllegalArgumentException(
          "only Ed25519 keys of a log (0x01) and of a witness (0x04) are understood, 33 bytes in"
              + " Base64");
    }
    byte[] publicKey = Arrays.copyOfRange(typed, 1, typed.length);
    NoteKey key = of(vkey.substring(0, first), typed[0] == COSIGNATURE, publicKey);
    if (!Hex.of(key.keyId).equals(vkey.substring(first + 1, second))) {
      throw new IllegalArgumentException("its key id is not that of its name and key");
    }
    if (!Ed25519.isPublicKey(publicKey)) {
      throw new IllegalArgumentException("its 32 bytes are no Ed25519 public key");
    }
    return key;
  }

  /** What the note says about this key. */
  Verdict in(SignedNote note) {
    Verdict verdict = Verdict.ABSENT;
    for (SignedNote.Line line : note.signatures()) {
      if (line.name().equals(name) && Arrays.equals(line.keyId(), keyId)) {
        if (!isSignature(note, line.signature())) {
          return Verdict.FORGED;
        }
        verdict = Verdict.SIGNED;
      }
    }
    return verdict;
  }

  private boolean isSignature(SignedNote note, byte[] signature) {
    if (!witness) {
      return Ed25519.verifies(publicKey, note.bytes(), signature);
    }
    if (signature.length != TIME + SIGNATURE) {
      return false;
    }
    long time = ByteBuffer.wrap(signature).getLong();
    return time >= 0
        && Ed25519.verifies(
            publicKey,
            cosigned(time, note.text()),
            Arrays.copyOfRange(signature, TIME, signature.length));
  }

  /** What a witness signs. */
  static byte[] cosigned(long time, String text) {
    return ("cosignature/v1\ntime " + time + '\n' + text).getBytes(StandardCharsets.UTF_8);
  }
}
