package dev.countersign.scope;

import dev.countersign.approval.ApprovalCheck;
import dev.countersign.approval.Ticket;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.ledger.Ledger;
import dev.countersign.ledger.LedgerFiles;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the books of earlier runs, and of other JVMs that keep theirs in the same directory, say of
 * an approval: whoever can write files as this user can remove the mark that it was used, but not
 * the call that was made by it without the chain showing it to a verifier. What this run itself has
 * used is remembered elsewhere.
 *
 * <p>Looked up where an approval is about to be used, which is as often as a person says yes; only
 * in files that were written since.
 */
final class UsedTickets implements ApprovalCheck.Elsewhere {

  private static final String EFFECTS = ".effects.jsonl";

  /** A line of the books has at most so many bytes (spec 2.6). */
  private static final int MOST_LINE = 1 << 20;

  private static final int MOST_FOUND = 1_000;

  /** Clocks of two machines, as tickets are judged. */
  private static final Duration SKEW = Duration.ofSeconds(60);

  private final Ledger ledger;

  UsedTickets(Ledger ledger) {
    this.ledger = ledger;
  }

  @Override
  public boolean haveUsed(Ticket ticket) throws IOException {
    LedgerFiles own = ledger.files();
    FileTime since = FileTime.from(ticket.issuedAt().minus(SKEW));
    try (DirectoryStream<Path> files = Files.newDirectoryStream(own.directory())) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        if (LedgerFiles.isEffects(name)
            && !name.startsWith(own.chainStem())
            && isWrittenSince(file, since)
            && hasUsed(file, ticket.id())) {
          return true;
        }
      }
    } catch (DirectoryIteratorException unreadable) {
      throw unreadable.getCause();
    }
    return false;
  }

  /** By the time that no program can set. To open a pipe would be to wait for its other end. */
  private static boolean isWrittenSince(Path file, FileTime since) throws IOException {
    try {
      Map<String, Object> of =
          Files.readAttributes(file, "unix:isRegularFile,ctime", LinkOption.NOFOLLOW_LINKS);
      return Boolean.TRUE.equals(of.get("isRegularFile"))
          && ((FileTime) of.get("ctime")).compareTo(since) >= 0;
    } catch (NoSuchFileException gone) {
      return false;
    }
  }

  private static boolean hasUsed(Path effects, String ticket) throws IOException {
    for (String line : linesWith(effects, "\"ticket\":\"" + ticket + '"')) {
      String callId = callBy(line, ticket);
      if (callId == null) {
        continue;
      }
      String stem = effects.getFileName().toString();
      Path chain =
          effects.resolveSibling(stem.substring(0, stem.length() - EFFECTS.length()) + ".jsonl");
      try {
        for (String entry : linesWith(chain, "\"call_id\":\"" + callId + '"')) {
          if (entry.contains("\"event\":\"allow\"")) {
            return true;
          }
        }
      } catch (FileNotFoundException removed) {
        return true; // nobody can say any more that it was a refusal
      }
    }
    return false;
  }

  /**
   * The call whose record carries that ticket; null for none. A refused one can carry it too: it
   * was denied for another reason.
   */
  private static String callBy(String line, String ticket) {
    try {
      return Json.parse(line.getBytes(StandardCharsets.ISO_8859_1)) instanceof Map<?, ?> record
              && record.get("approval") instanceof Map<?, ?> approval
              && ticket.equals(approval.get("ticket"))
              && record.get("call_id") instanceof String callId
          ? callId
          : null;
    } catch (NotCanonicalException edited) {
      return null; // the verifier finds it
    }
  }

  /** Whole lines that hold a text of ASCII; longer ones than the books have are none. */
  private static List<String> linesWith(Path file, String text) throws IOException {
    List<String> found = new ArrayList<>(1);
    byte[] held = new byte[2 * MOST_LINE];
    int length = 0;
    // Not a channel, which closes itself under an interrupted thread of the application.
    try (InputStream in = new FileInputStream(file.toFile())) {
      int read = in.read(held, 0, held.length);
      while (read >= 0) {
        length += read;
        int end = length;
        while (end > 0 && held[end - 1] != '\n') {
          end--;
        }
        String whole = new String(held, 0, end, StandardCharsets.ISO_8859_1);
        for (int at = whole.indexOf(text); at >= 0; at = whole.indexOf(text, at + 1)) {
          if (found.size() == MOST_FOUND) {
            throw new IOException(file + " names one approval in " + MOST_FOUND + " lines");
          }
          found.add(whole.substring(whole.lastIndexOf('\n', at) + 1, whole.indexOf('\n', at)));
        }
        length = length - end > MOST_LINE ? 0 : length - end;
        System.arraycopy(held, end, held, 0, length);
        read = in.read(held, length, held.length - length);
      }
    }
    return found;
  }
}
