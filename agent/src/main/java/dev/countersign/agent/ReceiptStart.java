package dev.countersign.agent;

import dev.countersign.canonical.Ed25519;
import dev.countersign.judge.Judge;
import dev.countersign.observe.PrivateFile;
import dev.countersign.observe.StateDirectory;
import dev.countersign.policy.JudgingObjects;
import java.io.IOException;

/**
 * What receipts need of the start of a JVM (spec 3.1, 3.4): a key that will sign them, and the
 * judging object under its hash, so that what it judges can be replayed. Loaded only where {@code
 * receipts.key} is configured. Nothing is signed here: receipts are made of the books.
 */
final class ReceiptStart {

  /**
   * Looks at the key, and keeps what judges.
   *
   * @throws NotStarted if there is no key, or the object cannot be kept: there would be decisions
   *     that nobody can replay
   */
  static void prepare(String keyFile, String stateDirectory, Judge judge) throws NotStarted {
    requireKey(keyFile);
    try {
      keep(stateDirectory, judge);
    } catch (IOException unkept) {
      throw new NotStarted(
          "receipts: what judges cannot be kept in "
              + stateDirectory
              + " ("
              + unkept.getMessage()
              + "), so its decisions could not be replayed. Name another state.dir, or remove"
              + " receipts.key");
    }
  }

  private static void keep(String stateDirectory, Judge judge) throws IOException {
    String name = JudgingObjects.in(StateDirectory.open(stateDirectory)).keep(judge.object());
    if (!name.equals(judge.permits())) {
      throw new IOException("its hash is not " + judge.permits());
    }
  }

  private static void requireKey(String file) throws NotStarted {
    byte[] seed;
    try {
      seed = Ed25519.seedInPem(PrivateFile.read(file));
    } catch (IOException unusable) {
      throw new NotStarted(
          "receipts.key: "
              + file
              + " cannot be used: "
              + unusable.getMessage()
              + ". Make one with: openssl genpkey -algorithm ed25519, readable by this user only");
    }
    if (seed == null) {
      throw new NotStarted(
          "receipts.key: "
              + file
              + " holds no Ed25519 private key in PKCS#8. Make one with: openssl genpkey -algorithm"
              + " ed25519");
    }
  }

  private ReceiptStart() {}
}
