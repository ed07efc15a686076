package dev.countersign.cli;

import dev.countersign.canonical.Dsse;
import dev.countersign.canonical.Ed25519;
import dev.countersign.observe.PrivateFile;
import dev.countersign.policy.Root;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;

/**
 * Keys that sign policy. They are read from files that only their owner can read, and never leave
 * them: no command prints, copies or sends one.
 */
final class PrivateKeys {

  /** A key and its name. */
  record Signer(String id, Ed25519 key) {}

  /**
   * @throws CommandFailure where one cannot be read, is none, or others can read its file
   */
  static List<Signer> of(List<Path> files) {
    List<Signer> signers = new ArrayList<>();
    for (Path file : files) {
      Ed25519 key = Ed25519.of(seed(file));
      try {
        signers.add(new Signer(Root.idOf(key.publicKey()), key));
      } catch (GeneralSecurityException unusable) {
        throw refused(file, unusable.getMessage());
      }
    }
    return signers;
  }

  private static byte[] seed(Path file) {
    try {
      byte[] seed = Ed25519.seedInPem(PrivateFile.read(file.toString()));
      if (seed == null) {
        throw refused(
            file,
            "it holds no Ed25519 private key in PKCS#8. Make one with: countersign policy keygen");
      }
      return seed;
    } catch (IOException unreadable) {
      throw refused(file, Unreadable.why(unreadable));
    }
  }

  private static CommandFailure refused(Path file, String why) {
    return new CommandFailure(
        Exit.CANNOT, "the key " + file + " is not used: " + why + ". Nothing was signed.");
  }

  /**
   * An envelope with one more signature for each; one that is there by the same key is replaced.
   */
  static Dsse sign(Dsse dsse, List<Signer> signers) {
    Dsse signed = Dsse.of(dsse.payloadType(), dsse.payload());
    try {
      for (Dsse.Signed before : dsse.signatures()) {
        boolean again = false;
        for (Signer signer : signers) {
          again |= signer.id().equals(before.keyid());
        }
        signed = again ? signed : signed.with(before);
      }
      for (Signer signer : signers) {
        signed = signed.signedBy(signer.id(), signer.key());
      }
      return signed;
    } catch (GeneralSecurityException unusable) {
      throw new CommandFailure(Exit.CANNOT, "this JVM cannot sign: " + unusable.getMessage());
    }
  }

  private PrivateKeys() {}
}
