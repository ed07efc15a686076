package dev.countersign.cli;

import dev.countersign.approval.ApprovalDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** Which directory of approvals a command is about. */
final class ApprovalsOption {

  @Option(names = "--dir", paramLabel = "DIR", description = "The directory approvals.dir.")
  private Path given;

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
    if (given == null) {
      throw new CommandFailure(Exit.USAGE, "say which: --dir DIR.");
    }
    try {
      return new Place(ApprovalDirectory.open(given), List.of());
    } catch (IOException unusable) {
      throw new CommandFailure(Exit.CANNOT, Unreadable.why(unusable));
    }
  }
}
