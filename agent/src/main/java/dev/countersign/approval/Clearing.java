package dev.countersign.approval;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Clears away what is over in a directory of approvals. */
final class Clearing {

  private static final Duration CLEARED = Duration.ofMinutes(1);

  private final ApprovalDirectory approvals;
  private final SharedDirectory files;
  private final Clock clock;

  /** Nobody looks for what is over before. */
  private volatile Instant clearedUntil = Instant.MIN;

  Clearing(ApprovalDirectory approvals, SharedDirectory files, Clock clock) {
    this.approvals = approvals;
    this.files = files;
    this.clock = clock;
  }

  /**
   * Clears away what is over, by its own time where that is longer: JVMs that share the directory
   * can have different ones. At most once a minute, as long as there is room.
   *
   * @param ttl how long a question and an answer of this JVM are good for
   * @return how many questions wait, at most
   */
  int clear(Duration ttl) throws IOException {
    Instant now = clock.instant();
    List<String> names = files.names();
    int questions = 0;
    for (String name : names) {
      questions += name.endsWith(ApprovalRequest.SUFFIX) ? 1 : 0;
    }
    if (questions < ApprovalDirectory.MOST_PENDING && now.isBefore(clearedUntil)) {
      return questions;
    }
    clearedUntil = now.plus(CLEARED);
    Instant waiting = now.minus(ttl);
    Instant question = waiting.minus(ttl);
    Instant answer = waiting.minus(ApprovalDirectory.KEPT);
    int pending = 0;
    for (String name : names) {
      boolean isQuestion = name.endsWith(ApprovalRequest.SUFFIX);
      if (isQuestion || isOurs(name)) {
        Instant written = files.written(name);
        // A mark outlives its ticket: without it, an answer that is put back would count again.
        boolean over =
            written.isBefore(isQuestion ? question : answer)
                && (!name.endsWith(ApprovalDirectory.SPENT)
                    || written.isBefore(answer.minus(ApprovalDirectory.KEPT)));
        if (over
            && (written.isBefore(
                    now.minus(ApprovalDirectory.LONGEST).minus(ApprovalDirectory.LONGEST))
                || !isLive(name, now))) {
          remove(name);
        } else if (isQuestion && !written.isBefore(waiting)) {
          pending++;
        }
      }
    }
    return pending;
  }

  private boolean isLive(String name, Instant now) {
    try {
      if (name.endsWith(ApprovalRequest.SUFFIX)) {
        ApprovalRequest question =
            approvals.request(name.substring(0, name.length() - ApprovalRequest.SUFFIX.length()));
        return question != null && now.isBefore(question.expiresAt());
      }
      String ticket =
          name.endsWith(ApprovalDirectory.SPENT)
              ? name.substring(0, name.length() - ApprovalDirectory.SPENT.length()) + Ticket.SUFFIX
              : name;
      byte[] bytes = ticket.endsWith(Ticket.SUFFIX) ? files.read(ticket, Ticket.MOST_BYTES) : null;
      return bytes != null && now.isBefore(Ticket.parse(bytes).expiresAt());
    } catch (NotOpenedException unknown) {
      return true;
    } catch (IOException | MalformedApprovalException unusable) {
      return false;
    }
  }

  private static boolean isOurs(String name) {
    return name.endsWith(Ticket.SUFFIX)
        || name.endsWith(ApprovalDirectory.SPENT)
        || name.endsWith(SharedDirectory.BESIDE);
  }

  private void remove(String name) {
    try {
      files.remove(name);
    } catch (IOException stays) {
      // Another user's: whoever wrote it clears it away, or the operator does.
      return;
    }
  }
}
