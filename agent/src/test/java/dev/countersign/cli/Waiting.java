package dev.countersign.cli;

import dev.countersign.approval.ApprovalRequest;
import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Randomness;
import dev.countersign.canonical.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A directory of approvals, as JVMs that ask leave it. */
final class Waiting {

  private final Path directory;
  private int number;

  Waiting(Path directory) throws IOException {
    this.directory =
        Files.createDirectories(
            directory,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  Path directory() {
    return directory;
  }

  /** A change of a preview: pairs of member and value after the three texts. */
  static Map<String, Object> change(String action, String target, String summary, Object... more) {
    Map<String, Object> change = new LinkedHashMap<>();
    change.put("action", action);
    change.put("target", target);
    change.put("summary", summary);
    for (int i = 0; i < more.length; i += 2) {
      change.put((String) more[i], more[i + 1]);
    }
    return change;
  }

  @SafeVarargs
  final ApprovalRequest asks(String tool, Map<String, Object>... changes) throws IOException {
    return discloses(tool, null, changes);
  }

  @SafeVarargs
  final ApprovalRequest discloses(
      String tool, Map<String, Object> arguments, Map<String, Object>... changes)
      throws IOException {
    // Numbered in time, so that the order of the list is that of the calls.
    Instant asked = Instant.now().truncatedTo(ChronoUnit.SECONDS).minusSeconds(3_000 - number);
    return asks(tool, arguments, asked, Duration.ofHours(2), List.of(changes));
  }

  ApprovalRequest asks(
      String tool,
      Map<String, Object> arguments,
      Instant asked,
      Duration good,
      List<Map<String, Object>> changes)
      throws IOException {
    number++;
    ApprovalRequest request =
        new ApprovalRequest(
            id(),
            Sha256.hex((tool + number).getBytes(StandardCharsets.UTF_8)),
            "invoke",
            tool,
            tool,
            Sha256.hex(tool.getBytes(StandardCharsets.UTF_8)),
            "sha256:" + "5".repeat(64),
            "calls of this tool need a person",
            arguments,
            changes,
            "0123456789abcdef0123456789abcdef",
            asked,
            asked.plus(good),
            "com.acme.RefundDesk",
            4711);
    put(request);
    return request;
  }

  static String id() {
    byte[] id = new byte[16];
    Randomness.fill(id);
    return Hex.of(id);
  }

  void put(ApprovalRequest request) throws IOException {
    put(request.fileName(), request.bytes());
  }

  void put(String name, byte[] content) throws IOException {
    Path beside = Files.write(directory.resolve('.' + id() + ".next"), content);
    Files.setPosixFilePermissions(beside, PosixFilePermissions.fromString("rw-r-----"));
    Files.move(beside, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }
}
