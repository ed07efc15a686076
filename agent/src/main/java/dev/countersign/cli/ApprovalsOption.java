package dev.countersign.cli;

import dev.countersign.approval.ApprovalDirectory;
import dev.countersign.canonical.Ed25519;
import dev.countersign.config.ApprovalRules;
import dev.countersign.config.Configuration;
import dev.countersign.config.ConfigurationException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Which directory of approvals a command is about. */
final class ApprovalsOption {

  private static final int MOST_KEY = 64 * 1024;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description =
          "The directory approvals.dir, also in the place of what --config or --pid names.")
  private Path given;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Or the configuration that names it, and the keys that the JVM accepts.")
  private File configuration;

  @Option(
      names = "--pid",
      paramLabel = "N",
      description = "Or a running JVM, whose configuration names them.")
  private Long pid;

  /**
   * The directory and the keys that answers may be signed with.
   *
   * @param keys 32 bytes each; empty where only the directory was named
   */
  record Place(ApprovalDirectory directory, List<byte[]> keys) {}

  /**
   * @throws CommandFailure if none is named, or it cannot be used
   */
  Place open() {
    if (given == null && configuration == null && pid == null) {
      throw new CommandFailure(
          Exit.USAGE, "say which: --dir DIR, --config FILE or --pid N of a running JVM.");
    }
    try {
      if (configuration == null && pid == null) {
        return new Place(ApprovalDirectory.open(given), List.of());
      }
      RunningJvm jvm = configuration != null ? null : new RunningJvm(pid);
      ApprovalRules rules =
          Configuration.load(jvm == null ? configuration : jvm.configuration()).approvals();
      if (rules == null) {
        throw new CommandFailure(
            Exit.CANNOT,
            "that configuration has no approvals: no call waits for a person there. Name another,"
                + " or a directory: --dir DIR.");
      }
      if (rules.dir() == null) {
        throw new CommandFailure(
            Exit.CANNOT,
            "that configuration takes no tickets (approvals.from): its calls are approved inside"
                + " the JVM. Name another, or a directory: --dir DIR.");
      }
      List<byte[]> keys = new ArrayList<>();
      for (String key : rules.keys()) {
        keys.add(publicKey(jvm == null ? Path.of(key) : jvm.in(key)));
      }
      Path directory =
          given != null ? given : jvm == null ? Path.of(rules.dir()) : jvm.in(rules.dir());
      return new Place(ApprovalDirectory.open(directory), keys);
    } catch (ConfigurationException wrong) {
      throw new CommandFailure(
          wrong.unreadable() ? Exit.CANNOT : Exit.FAILED,
          wrong.getMessage() + ". Name its directory: --dir DIR.");
    } catch (IOException unusable) {
      throw new CommandFailure(Exit.CANNOT, Unreadable.why(unusable));
    }
  }

  private static byte[] publicKey(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] key =
          Ed25519.publicInPem(new String(in.readNBytes(MOST_KEY), StandardCharsets.ISO_8859_1));
      if (key == null || !Ed25519.isPublicKey(key)) {
        throw new CommandFailure(
            Exit.CANNOT,
            "approvals.keys names " + file + ", which holds no Ed25519 public key in PEM.");
      }
      return key;
    }
  }
}
