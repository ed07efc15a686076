package dev.countersign.cli;

import dev.countersign.approval.Ticket;
import dev.countersign.canonical.Ed25519;
import dev.countersign.observe.PrivateFile;
import dev.countersign.receipt.ReceiptSigner;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Option;

/** Who answers. */
final class ApproverOptions {

  /** Longer than any request is good for. */
  private static final Duration LONGEST = Duration.ofDays(36_500);

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "The approver's private key, Ed25519 in PKCS#8, mode 0600 and this user's.")
  private Path key;

  @Option(
      names = "--approver",
      paramLabel = "NAME",
      description = "Who answers, as the books will say; this user's name by default.")
  private String name;

  @Option(
      names = "--ttl",
      paramLabel = "SPAN",
      description =
          "How long an approval may be used, at most as long as the request was good for.")
  private String ttl;

  /**
   * Reads the key.
   *
   * @param command for messages
   * @param configured keys that the JVM accepts; empty where that is not known
   * @throws CommandFailure if the key cannot be used, or the JVM would not accept it
   */
  Approver approver(String command, List<byte[]> configured) {
    Required.argument(key, "--key FILE", command);
    Duration most = ttl == null ? LONGEST : Times.span("--ttl", ttl);
    String approver = name == null ? System.getProperty("user.name", "") : name;
    if (approver.isBlank() || approver.length() > Ticket.MOST_APPROVER) {
      throw new CommandFailure(
          Exit.USAGE,
          "--approver: expected a name of at most " + Ticket.MOST_APPROVER + " characters");
    }
    for (int i = 0; i < approver.length(); i++) {
      if (Character.isISOControl(approver.charAt(i))) {
        throw new CommandFailure(Exit.USAGE, "--approver: a name has no control characters");
      }
    }
    try {
      byte[] seed = Ed25519.seedInPem(PrivateFile.read(key.toString()));
      if (seed == null) {
        throw unusable(
            "it holds no Ed25519 private key in PKCS#8. Make one with: countersign policy keygen");
      }
      Ed25519 pair = Ed25519.of(seed);
      byte[] publicKey = pair.publicKey();
      String id = ReceiptSigner.keyid(publicKey);
      if (!configured.isEmpty()
          && configured.stream().noneMatch(each -> Arrays.equals(each, publicKey))) {
        throw unusable(
            "the configuration does not name its public key ("
                + id.substring(0, 12)
                + ") in approvals.keys, so the JVM would take none of its answers. Add it there, or"
                + " use another key");
      }
      return new Approver(
          approver, pair, id, most, configured.isEmpty() ? List.of(publicKey) : configured);
    } catch (IOException unreadable) {
      throw unusable(Unreadable.why(unreadable));
    } catch (GeneralSecurityException failed) {
      throw unusable(failed.getMessage());
    }
  }

  private CommandFailure unusable(String why) {
    return new CommandFailure(
        Exit.CANNOT, "the key " + key + " is not used: " + why + ". Nothing was answered.");
  }
}
