package dev.countersign.approval;

import dev.countersign.canonical.Hex;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Randomness;
import dev.countersign.observe.StandardError;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether somebody approved a request: the JVM's side of the directory. One per JVM, thread-safe;
 * asked only for what needs an approval, and never waits for one.
 *
 * <p>An approval is used up by a mark that is made, exclusively and on the device, before anything
 * happens by it: threads, JVMs that share the directory and restarts use it once, and what died
 * between the mark and the effect has used it. What this JVM has used it also remembers itself, and
 * of others it asks {@link Elsewhere}, for a tool of the same user can remove the mark.
 *
 * <p>Whatever cannot be read, is of another key, of another request, of another time or was shown
 * otherwise than this JVM shows it, is no approval; the question is then asked anew under another
 * id, so that what lies in the place of an answer keeps nobody from answering.
 */
public final class ApprovalCheck {

  /** A word in the books: an answer, or the question that it is to, is not what it should be. */
  public static final String NOT_ACCEPTED = "approval_not_accepted";

  /** A word in the books: nothing could be asked. */
  public static final String UNUSABLE = "approvals_unusable";

  /** Clocks of two machines. */
  private static final Duration SKEW = Duration.ofSeconds(60);

  private static final int MOST_REMEMBERED = 100_000;
  private static final int MOST_SAID = 1_000;

  private final ApprovalDirectory directory;
  private final List<byte[]> keys;
  private final Duration ttl;
  private final Clock clock;

  /** The ids of used answers, with the end of their time. Guarded by itself. */
  private final Map<String, Instant> used = new HashMap<>();

  /** Guarded by itself. */
  private final Set<String> said = new HashSet<>();

  /**
   * @param keys of those who may answer: public keys, 32 bytes each
   * @param ttl how long a question may be answered, and an answer be used
   */
  public ApprovalCheck(ApprovalDirectory directory, List<byte[]> keys, Duration ttl) {
    this(directory, keys, ttl, Clock.systemUTC());
  }

  /** The same by another clock of the wall. */
  public ApprovalCheck(ApprovalDirectory directory, List<byte[]> keys, Duration ttl, Clock clock) {
    List<byte[]> own = new ArrayList<>(keys.size());
    for (byte[] key : keys) {
      own.add(key.clone());
    }
    this.directory = directory;
    this.keys = own;
    this.ttl = ttl;
    this.clock = clock;
  }

  /** What is known beside the directory, where the mark of a used answer can be removed. */
  public interface Elsewhere {

    /**
     * Whether something happened by this answer before.
     *
     * @throws IOException if nobody can say: then nothing may happen by it
     */
    boolean haveUsed(Ticket ticket) throws IOException;
  }

  /** Looks for an answer, and asks where there is none; uses nothing up. */
  public Answer look(ApprovalRequest request) {
    return answer(request, null);
  }

  /**
   * Looks for an answer, asks where there is none, and uses an approval up: from here on nothing
   * else happens by it.
   */
  public Answer take(ApprovalRequest request, Elsewhere elsewhere) {
    return answer(request, elsewhere);
  }

  /**
   * @param elsewhere null where nothing is used up
   */
  private Answer answer(ApprovalRequest request, Elsewhere elsewhere) {
    try {
      directory.requireSame();
      return standing(request, elsewhere);
    } catch (NotCanonicalException unfit) {
      return Answer.waiting(
          "it cannot be shown to anybody: " + unfit.getMessage(), UNUSABLE, false);
    } catch (IOException unusable) {
      String text = "approvals: " + unusable.getMessage();
      say(text + ". What needs an approval is refused");
      return Answer.waiting(text, UNUSABLE, false);
    }
  }

  private Answer standing(ApprovalRequest request, Elsewhere elsewhere) throws IOException {
    ApprovalRequest standing;
    try {
      standing = directory.request(request.requestDigest());
    } catch (MalformedApprovalException unreadable) {
      return notAccepted(request, request.fileName(), unreadable.getMessage());
    }
    if (standing == null) {
      return ask(request);
    }
    if (!standing.shown().equals(request.shown())) {
      return notAccepted(
          request, request.fileName(), "it shows something else than what is to be approved");
    }
    Ticket ticket;
    String signer;
    try {
      ticket = directory.ticketOf(standing);
      if (ticket == null) {
        return clock.instant().isBefore(standing.expiresAt()) && isSane(standing)
            ? Answer.without(Answer.Kind.WAITING, null, null, false)
            : askAnew(request);
      }
      signer = requireGood(ticket, request);
    } catch (MalformedApprovalException bad) {
      return notAccepted(request, standing.ticketName(), bad.getMessage());
    } catch (NotOpenedException unknown) {
      throw unknown; // it may be a yes: asked anew, it would count no more
    } catch (IOException bad) {
      return notAccepted(request, standing.ticketName(), bad.getMessage());
    }
    Instant ends = earlier(ticket.expiresAt(), ticket.issuedAt().plus(ttl));
    boolean over = !clock.instant().isBefore(ends);
    if (ticket.decision() == Decision.REFUSE) {
      return over ? askAnew(request) : Answer.without(Answer.Kind.REFUSED, ticket, signer, false);
    }
    if (isUsed(ticket)) {
      return directory.isSpent(ticket)
          ? askAnew(request)
          : notAccepted(
              request, standing.ticketName(), "it was used, and the mark of that was removed");
    }
    if (over) {
      return new Answer(
          Answer.Kind.EXPIRED, ticket, signer, null, null, null, askAnew(request).asked());
    }
    if (elsewhere != null) {
      if (elsewhere.haveUsed(ticket)) {
        return notAccepted(
            request,
            standing.ticketName(),
            "the books say that it was used, and the mark of that was removed");
      }
      if (!use(ticket, request, ends)) {
        return askAnew(request);
      }
      directory.takeBack(standing);
    }
    return Answer.approved(ticket, signer, new Grant(request.requestDigest(), ends, clock));
  }

  /** A question from the future, or one that waits for longer than anybody may, is asked anew. */
  private boolean isSane(ApprovalRequest standing) {
    return !standing.expiresAt().isAfter(clock.instant().plus(ttl).plus(SKEW));
  }

  /** Whose answer it is. */
  private String requireGood(Ticket ticket, ApprovalRequest request)
      throws MalformedApprovalException {
    if (!ticket.shown().equals(request.shown())) {
      throw new MalformedApprovalException(
          "whoever signed it was shown something else than what is to be approved");
    }
    String signer = ticket.signer(keys);
    if (signer == null) {
      throw new MalformedApprovalException("no key of approvals.keys signed it as it is");
    }
    if (ticket.issuedAt().isAfter(clock.instant().plus(SKEW))) {
      throw new MalformedApprovalException(
          "it was signed in the future. Set the clocks of both machines");
    }
    if (!ticket.expiresAt().isAfter(ticket.issuedAt())) {
      throw new MalformedApprovalException("it ends before it begins");
    }
    return signer;
  }

  private boolean isUsed(Ticket ticket) {
    synchronized (used) {
      if (used.containsKey(ticket.id())) {
        return true;
      }
    }
    return directory.isSpent(ticket);
  }

  private boolean use(Ticket ticket, ApprovalRequest request, Instant ends) throws IOException {
    synchronized (used) {
      if (used.size() >= MOST_REMEMBERED) {
        forget();
      }
      if (used.putIfAbsent(ticket.id(), ends) != null) {
        return false;
      }
    }
    try {
      // What another JVM has marked stays remembered: that mark can be removed as well.
      return directory.spend(ticket, request.run(), request.pid());
    } catch (IOException unmarked) {
      synchronized (used) {
        used.remove(ticket.id());
      }
      throw unmarked;
    }
  }

  /** Those whose time was over a day ago: no answer of that id is accepted any more. */
  private void forget() throws IOException {
    Instant before = clock.instant().minus(ApprovalDirectory.KEPT);
    used.values().removeIf(ends -> ends.isBefore(before));
    if (used.size() >= MOST_REMEMBERED) {
      throw new IOException(
          MOST_REMEMBERED + " approvals were used within a day, and no more are remembered");
    }
  }

  private Answer notAccepted(ApprovalRequest request, String file, String why) throws IOException {
    String text = file + " is not accepted: " + why;
    say("approvals: " + text);
    return askAnew(request).finding(text, NOT_ACCEPTED);
  }

  private Answer ask(ApprovalRequest request) throws IOException {
    ApprovalRequest question = question(request);
    if (question == null) {
      return tooLarge();
    }
    if (directory.clear(ttl) >= ApprovalDirectory.MOST_PENDING) {
      throw new IOException(
          directory.path()
              + " holds "
              + ApprovalDirectory.MOST_PENDING
              + " requests that wait, and takes no more. Answer some: countersign approvals list");
    }
    boolean written = directory.ask(question);
    return Answer.without(Answer.Kind.WAITING, null, null, written);
  }

  private Answer askAnew(ApprovalRequest request) throws IOException {
    ApprovalRequest question = question(request);
    if (question == null) {
      return tooLarge();
    }
    directory.askAnew(question);
    return Answer.without(Answer.Kind.WAITING, null, null, true);
  }

  private static Answer tooLarge() {
    return Answer.waiting(
        "the request has more than "
            + ApprovalRequest.MOST_BYTES
            + " bytes, and nobody can decide on what he cannot read",
        UNUSABLE,
        false);
  }

  /** Null where it is too large. */
  private ApprovalRequest question(ApprovalRequest request) {
    byte[] id = new byte[16];
    Randomness.fill(id);
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    ApprovalRequest question = request.askedAgain(Hex.of(id), now, now.plus(ttl));
    return question.bytes().length > ApprovalRequest.MOST_BYTES ? null : question;
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  private void say(String text) {
    synchronized (said) {
      if (said.size() >= MOST_SAID || !said.add(text)) {
        return;
      }
    }
    StandardError.say(text);
  }
}
