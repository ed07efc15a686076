package dev.countersign.cli;

import dev.countersign.approval.AnsweredException;
import dev.countersign.approval.ApprovalDirectory;
import dev.countersign.approval.ApprovalEntry;
import dev.countersign.approval.ApprovalRequest;
import dev.countersign.approval.ApprovalState;
import dev.countersign.approval.Decision;
import dev.countersign.approval.Ticket;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What waits in the directory, for the page: looked up, searched, cut into pages, answered.
 *
 * <p>The directory is read anew when the time of its last change is another one, or too near to
 * tell two changes apart; an answer reads it in any case.
 */
final class Docket {

  /** Rows of one page. */
  static final int PAGE = 50;

  private static final int MOST_ODD = 20;
  private static final int MOST_FAULT = 300;

  /** Of a digest: fewer are found in any number. */
  private static final int FEWEST_DIGITS = 4;

  private static final int MOST_FOUND = 4_096;
  private static final long NEAR_MILLIS = 2_000;

  private final ApprovalDirectory directory;
  private final Approver approver;
  private final Consumer<String> log;

  /** How many requests were met waiting, so that the page can say how many came. */
  private long came;

  private List<ApprovalEntry> waiting = List.of();
  private Map<String, ApprovalEntry> byDigest = Map.of();
  private Map<String, String> texts = new HashMap<>();
  private List<String> odd = List.of();
  private int unreadable;
  private boolean closed;
  private FileTime changed;
  private long readAt;

  /**
   * @param log gets one line for each answer that this desk gives
   */
  Docket(ApprovalDirectory directory, Approver approver, Consumer<String> log) {
    this.directory = directory;
    this.approver = approver;
    this.log = log;
  }

  /**
   * A page of the list.
   *
   * @param query words that all have to occur in a call, or begin its digest
   * @param from the first row, from 0; beyond the end, the last page
   * @param open the digest of the call that the person looks at, or empty
   */
  synchronized DeskReply list(String query, int from, String open) {
    Instant now = Times.now();
    try {
      refresh();
    } catch (IOException unreadableDirectory) {
      return DeskReply.error(500, "the directory cannot be read: " + shownWhy(unreadableDirectory))
          .with("ETag", "");
    }
    List<ApprovalEntry> pending = new ArrayList<>(waiting);
    pending.removeIf(entry -> state(entry, now) != ApprovalState.PENDING);
    List<ApprovalEntry> matching = matching(pending, query);
    int last = matching.isEmpty() ? 0 : (matching.size() - 1) / PAGE * PAGE;
    int first = Math.min(from / PAGE * PAGE, last);
    List<Object> rows = new ArrayList<>();
    for (int i = first; i < Math.min(first + PAGE, matching.size()); i++) {
      rows.add(CallView.row(matching.get(i).request()));
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("approver", VisibleText.of(approver.name()));
    json.put("key", approver.keyid().substring(0, 12));
    json.put("total", (long) pending.size());
    json.put("matching", (long) matching.size());
    json.put("from", (long) first);
    json.put("came", came);
    json.put("rows", rows);
    json.put("unreadable", (long) unreadable);
    json.put("odd", odd);
    json.put("open", open.isEmpty() ? null : became(open, now));
    String tag = '"' + Sha256.hex(Canonical.jcs(json)) + '"';
    json.put("now", now.toString());
    return DeskReply.json(200, json).with("ETag", tag);
  }

  private List<ApprovalEntry> matching(List<ApprovalEntry> pending, String query) {
    String words = query.strip().toLowerCase(Locale.ROOT);
    if (words.isEmpty()) {
      return pending;
    }
    List<ApprovalEntry> matching = new ArrayList<>();
    for (ApprovalEntry entry : pending) {
      String text = texts.get(entry.request().id());
      boolean all = true;
      for (String word : words.split("\\s+", -1)) {
        all &=
            text.contains(word)
                || word.length() >= FEWEST_DIGITS
                    && entry.request().requestDigest().startsWith(word);
      }
      if (all) {
        matching.add(entry);
      }
    }
    return matching;
  }

  /**
   * One call.
   *
   * @param whole nothing of it is cut
   */
  synchronized DeskReply one(String digest, boolean whole) {
    try {
      refresh();
    } catch (IOException unreadableDirectory) {
      return DeskReply.error(500, "the directory cannot be read: " + shownWhy(unreadableDirectory));
    }
    ApprovalEntry entry = byDigest.get(digest);
    if (entry == null || entry.request() == null) {
      return DeskReply.error(404, "This request is gone: its file was removed, or cannot be read.");
    }
    Map<String, Object> json = CallView.of(entry.request(), whole);
    json.putAll(became(digest, Times.now()));
    return DeskReply.json(200, json);
  }

  /**
   * Signs the person's answer, if the request is still what he read.
   *
   * @param seen as {@link CallView#seen} told it
   */
  synchronized DeskReply answer(String digest, String seen, boolean approve, String reason) {
    Instant now = Times.now();
    if (closed) {
      return DeskReply.error(503, "The desk has ended. Nothing was answered.");
    }
    try {
      changed = null;
      refresh();
      ApprovalEntry entry = byDigest.get(digest);
      if (entry == null || entry.request() == null) {
        return DeskReply.json(409, became(digest, now));
      }
      ApprovalRequest request = entry.request();
      if (state(entry, now) != ApprovalState.PENDING) {
        return DeskReply.json(409, became(digest, now));
      }
      if (!CallView.seen(request).equals(seen)) {
        return DeskReply.error(
            409,
            "This request was written anew while you read it. Nothing was answered: read it again.");
      }
      Ticket ticket =
          approver.answer(directory, request, approve ? Decision.APPROVE : Decision.REFUSE, reason);
      log.accept(
          (approve ? "approved " : "refused ")
              + VisibleText.cut(PinTexts.name(CallView.title(request)), 80)
              + ' '
              + digest);
      changed = null;
      return DeskReply.json(200, became(digest, ticket));
    } catch (AnsweredException first) {
      changed = null;
      return DeskReply.json(409, became(digest, first.ticket()));
    } catch (CommandFailure unfit) {
      return DeskReply.error(422, unfit.getMessage());
    } catch (IOException failed) {
      return DeskReply.error(500, "The answer could not be written: " + shownWhy(failed));
    }
  }

  /** Answers nothing from now on; one that is under way is finished first. */
  synchronized void close() {
    closed = true;
  }

  private static String shownWhy(IOException failure) {
    return VisibleText.of(Unreadable.why(failure), 400);
  }

  /** What became of a request: {@code state}, and of an answer who, when, why, until when. */
  private Map<String, Object> became(String digest, Instant now) {
    ApprovalEntry entry = byDigest.get(digest);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("digest", digest);
    if (entry == null) {
      json.put("state", "gone");
      return json;
    }
    ApprovalState state = state(entry, now);
    if (entry.request() != null) {
      json.put("seen", CallView.seen(entry.request()));
    }
    json.put("state", state.name().toLowerCase(Locale.ROOT));
    put(json, entry.ticket());
    return json;
  }

  /** The same of an answer that was just met. */
  private Map<String, Object> became(String digest, Ticket ticket) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("digest", digest);
    json.put(
        "state", ticket == null || ticket.decision() == Decision.REFUSE ? "refused" : "approved");
    put(json, ticket);
    return json;
  }

  private void put(Map<String, Object> json, Ticket ticket) {
    if (ticket != null) {
      json.put("by", VisibleText.of(approver.nameOf(ticket)));
      json.put("at", ticket.issuedAt().toString());
      json.put("said", VisibleText.of(ticket.reason()));
      json.put("until", ticket.expiresAt().toString());
    }
  }

  private void refresh() throws IOException {
    FileTime last = Files.getLastModifiedTime(directory.path());
    long now = System.currentTimeMillis();
    if (last.equals(changed) && last.toMillis() < readAt - NEAR_MILLIS) {
      return;
    }
    List<ApprovalEntry> pending = new ArrayList<>();
    Map<String, ApprovalEntry> all = new HashMap<>();
    Map<String, String> found = new HashMap<>();
    List<String> faults = new ArrayList<>();
    int faulty = 0;
    for (ApprovalEntry entry : directory.entries()) {
      if (entry.fault() != null) {
        if (faulty++ < MOST_ODD) {
          faults.add(VisibleText.of(entry.file().getFileName() + ": " + entry.fault(), MOST_FAULT));
        }
        continue;
      }
      String digest =
          entry.request() != null
              ? entry.request().requestDigest()
              : entry.ticket().requestDigest();
      // The oldest come first, and a question that stands says more than an answer alone.
      all.merge(digest, entry, (one, two) -> one.request() != null ? one : two);
      if (entry.state() == ApprovalState.PENDING) {
        String id = entry.request().id();
        pending.add(entry);
        came += texts.containsKey(id) ? 0 : 1;
        found.put(id, searched(entry.request()));
      }
    }
    waiting = pending;
    byDigest = all;
    texts = found;
    odd = faults;
    unreadable = faulty;
    changed = last;
    readAt = now;
  }

  /** What a search looks through, beside how the digest begins, as it is shown. */
  private static String searched(ApprovalRequest request) {
    StringBuilder text = new StringBuilder();
    text.append(CallView.title(request)).append('\n').append(request.target()).append('\n');
    text.append(request.application()).append('\n');
    for (Map<String, Object> change : request.predictedChanges()) {
      if (text.length() > MOST_FOUND) {
        break;
      }
      text.append(change.get("action")).append(' ').append(change.get("target")).append('\n');
      text.append(change.get("summary")).append('\n');
    }
    text.append(request.reason());
    return VisibleText.of(text.toString(), MOST_FOUND).toLowerCase(Locale.ROOT);
  }

  private static ApprovalState state(ApprovalEntry entry, Instant now) {
    return entry.state() == ApprovalState.PENDING && !now.isBefore(entry.request().expiresAt())
        ? ApprovalState.EXPIRED
        : entry.state();
  }
}
