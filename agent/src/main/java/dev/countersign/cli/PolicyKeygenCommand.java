package dev.countersign.cli;

import dev.countersign.canonical.Ed25519;
import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Randomness;
import dev.countersign.policy.Root;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code policy keygen FILE}: a key to sign policy with. */
@Command(
    name = "keygen",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Makes an Ed25519 key: the private part in FILE (mode 0600, never shown), the public one in",
      "FILE.pub. Neither may be there already. One key for each person or machine that signs."
    })
final class PolicyKeygenCommand implements Callable<Integer> {

  private final Console console;

  @Parameters(paramLabel = "FILE", arity = "0..1", description = "Where the private key goes.")
  private Path file;

  @Option(names = "--format", defaultValue = "text", description = "text or json.")
  private Format format;

  @Option(names = "--schema", description = "Prints the JSON Schema of the JSON output.")
  private boolean schema;

  PolicyKeygenCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (schema) {
      return OutputSchema.POLICY_KEYGEN.print(console);
    }
    Required.argument(file, "FILE", "policy keygen");
    byte[] seed = new byte[Ed25519.KEY];
    Randomness.fill(seed);
    Path publicFile = file.resolveSibling(file.getFileName() + ".pub");
    byte[] publicKey;
    try {
      publicKey = Ed25519.of(seed).publicKey();
      write(publicFile, Ed25519.publicPem(publicKey), "rw-r--r--");
      write(file, Ed25519.privatePem(seed), "rw-------");
    } catch (FileAlreadyExistsException there) {
      throw new CommandFailure(
          Exit.CANNOT, there.getFile() + " is there already, and a key is never overwritten.");
    } catch (IOException unwritable) {
      throw new CommandFailure(
          Exit.CANNOT, "the key cannot be written: " + Unreadable.why(unwritable));
    } catch (GeneralSecurityException unusable) {
      throw new CommandFailure(Exit.CANNOT, "this JVM makes no keys: " + unusable.getMessage());
    }
    Map<String, Object> made = new LinkedHashMap<>();
    made.put("key_id", Root.idOf(publicKey));
    made.put("public_key", Hex.of(publicKey));
    made.put("private_file", file.toString());
    made.put("public_file", publicFile.toString());
    if (format == Format.json) {
      console.out().println(JsonText.of(made));
    } else {
      console.out().println("key " + made.get("key_id") + ": " + file + ", " + publicFile);
    }
    return Exit.CLEAN;
  }

  private static void write(Path file, String pem, String mode) throws IOException {
    try (var out =
        Files.newByteChannel(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode)))) {
      var rest = java.nio.ByteBuffer.wrap(pem.getBytes(StandardCharsets.US_ASCII));
      while (rest.hasRemaining()) {
        out.write(rest);
      }
    }
  }
}
