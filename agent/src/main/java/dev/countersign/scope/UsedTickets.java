package dev.countersign.scope;

import dev.countersign.approval.ApprovalCheck;
import dev.countersign.approval.BoundedOpening;
import dev.countersign.approval.Ticket;
import dev.countersign.approval.Uninterrupted;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.ledger.Ledger;
import dev.countersign.ledger.LedgerFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What the books of earlier runs, and of other JVMs that keep theirs in the same directory, say of
 * an approval: whoever can write files as this user can remove the mark that it was used, but not
 * the call that was made by it without the chain showing it to a verifier. What this run itself has
 * used is remembered elsewhere.
 *
 * <p>Looked up where an approval is about to be used, which is as often as a person says yes; only
 * in files that were written since, each read at most once, line by line, and {@value
 * #MOST_GIBIBYTES} GiB in sum.
 */
final class UsedTickets implements ApprovalCheck.Elsewhere {

  private static final String EFFECTS = ".effects.jsonl";
  private static final String ALLOWED = "\"event\":\"allow\"";
  private static final String CALL = "\"call_id\":\"";

  /** A line of the books has at most so many bytes (spec 2.6). */
  private static final int MOST_LINE = 1 << 20;

  private static final int AT_ONCE = 1 << 16;

  /** Calls that carry one approval, most of them refused for another reason. */
  private static final int MOST_CALLS = 1_000;

  private static final int MOST_GIBIBYTES = 2;

  /** Clocks of two machines, as tickets are judged. */
  private static final Duration SKEW = Duration.ofSeconds(60);

  private final Ledger ledger;
  private final long mostBytes;

  UsedTickets(Ledger ledger) {
    this(ledger, (long) MOST_GIBIBYTES << 30);
  }

  /**
   * @param mostBytes that are read for one approval
   */
  UsedTickets(Ledger ledger, long mostBytes) {
    this.ledger = ledger;
    this.mostBytes = mostBytes;
  }

  @Override
  public boolean haveUsed(Ticket ticket) throws IOException {
    return new Uninterrupted<Boolean>() {
      @Override
      protected Boolean once() throws IOException {
        return new LookUp(ledger.files(), ticket, mostBytes).finds();
      }
    }.whole();
  }

  /** One time. */
  private static final class LookUp {

    private final LedgerFiles own;
    private final String ticket;
    private final FileTime since;
    private long left;

    LookUp(LedgerFiles own, Ticket ticket, long mostBytes) {
      this.own = own;
      this.ticket = ticket.id();
      this.since = FileTime.from(ticket.issuedAt().minus(SKEW));
      this.left = mostBytes;
    }

    boolean finds() throws IOException {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(own.directory())) {
        for (Path file : files) {
          String name = file.getFileName().toString();
          if (LedgerFiles.isEffects(name)
              && !name.startsWith(own.chainStem())
              && isWrittenSince(file)
              && isUsedIn(file)) {
            return true;
          }
        }
      } catch (DirectoryIteratorException unreadable) {
        throw unreadable.getCause();
      }
      return false;
    }

    /** By the time that no program can set. */
    private boolean isWrittenSince(Path file) throws IOException {
      try {
        return ((FileTime) Files.getAttribute(file, "unix:ctime", LinkOption.NOFOLLOW_LINKS))
                .compareTo(since)
            >= 0;
      } catch (NoSuchFileException gone) {
        return false;
      }
    }

    private boolean isUsedIn(Path effects) throws IOException {
      Set<String> calls = new HashSet<>();
      try (FileChannel in = BoundedOpening.ofApprovals().openPlain(effects)) {
        if (in != null) {
          anyLine(in, "\"ticket\":\"" + ticket + '"', line -> isKept(line, calls));
        }
      } catch (NoSuchFileException gone) {
        return false;
      }
      if (calls.isEmpty()) {
        return false;
      }
      String stem = effects.getFileName().toString();
      Path chain =
          effects.resolveSibling(stem.substring(0, stem.length() - EFFECTS.length()) + ".jsonl");
      try (FileChannel in = BoundedOpening.ofApprovals().openPlain(chain)) {
        // Where something else is in its place, nobody can say any more that it was a refusal.
        return in == null || anyLine(in, ALLOWED, line -> isOfAny(line, calls));
      } catch (NoSuchFileException removed) {
        return true;
      }
    }

    /**
     * Keeps the call whose record carries that ticket. A refused one can carry it too: it was
     * denied for another reason.
     *
     * @return false: there can be more
     */
    private boolean isKept(String line, Set<String> calls) throws IOException {
      try {
        if (Json.parse(line.getBytes(StandardCharsets.ISO_8859_1)) instanceof Map<?, ?> record
            && record.get("approval") instanceof Map<?, ?> approval
            && ticket.equals(approval.get("ticket"))
            && record.get("call_id") instanceof String callId
            && calls.add(callId)
            && calls.size() > MOST_CALLS) {
          throw new IOException(
              "the books in "
                  + own.directory()
                  + " name one approval in more than "
                  + MOST_CALLS
                  + " calls, and no more are looked through. Who writes in that directory?");
        }
      } catch (NotCanonicalException edited) {
        return false; // the verifier finds it
      }
      return false;
    }

    private static boolean isOfAny(String line, Set<String> calls) {
      for (int at = line.indexOf(CALL); at >= 0; at = line.indexOf(CALL, at + 1)) {
        int end = line.indexOf('"', at + CALL.length());
        if (end >= 0 && calls.contains(line.substring(at + CALL.length(), end))) {
          return true;
        }
      }
      return false;
    }

    /**
     * Hands over whole lines that hold a text of ASCII, each once, until one is what is looked for;
     * longer ones than the books have are none.
     */
    private boolean anyLine(FileChannel in, String text, Line line) throws IOException {
      long rest = in.size();
      left -= rest;
      if (left < 0) {
        throw new IOException(
            "the books in "
                + own.directory()
                + " that were written since the approval was given are more than anybody looks"
                + " through for one call ("
                + MOST_GIBIBYTES
                + " GiB). Set ledger.rotate, or give this JVM a ledger.dir of its own");
      }
      byte[] held = new byte[(int) Math.min(2 * AT_ONCE, rest)];
      int length = 0;
      while (rest > 0) {
        if (length == held.length) {
          held = Arrays.copyOf(held, 2 * length);
        }
        int most = (int) Math.min(Math.min(rest, AT_ONCE), held.length - length);
        int read = in.read(ByteBuffer.wrap(held, length, most));
        if (read < 0) {
          return false; // somebody made it shorter, which the verifier finds
        }
        rest -= read;
        int end = length + read;
        while (end > length && held[end - 1] != '\n') {
          end--;
        }
        end = end > length ? end : 0; // what was held has no end of a line
        length += read;
        if (isFound(new String(held, 0, end, StandardCharsets.ISO_8859_1), text, line)) {
          return true;
        }
        length = length - end > MOST_LINE ? 0 : length - end;
        System.arraycopy(held, end, held, 0, length);
      }
      return false;
    }

    private static boolean isFound(String lines, String text, Line line) throws IOException {
      int at = lines.indexOf(text);
      while (at >= 0) {
        int end = lines.indexOf('\n', at);
        if (line.isFound(lines.substring(lines.lastIndexOf('\n', at) + 1, end))) {
          return true;
        }
        at = lines.indexOf(text, end);
      }
      return false;
    }
  }

  /** What is looked for among the lines that hold a text. */
  private interface Line {
    boolean isFound(String line) throws IOException;
  }
}
