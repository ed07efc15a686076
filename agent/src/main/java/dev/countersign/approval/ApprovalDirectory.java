package dev.countersign.approval;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Ed25519;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The directory that the JVM that asks and the people who answer share (spec 5.9, {@code
 * approvals.dir}). Three kinds of files, all 0640: the group is that of those who answer, and what
 * is asked is nobody else's business.
 *
 * <pre>
 * &lt;request_digest&gt;.request.json          what is asked; written by the JVM
 * &lt;request_digest&gt;.&lt;id&gt;.ticket.json      the answer to the question of that id; by a person's process
 * &lt;request_digest&gt;.&lt;id&gt;.spent            the answer was used; by the JVM, before the effect
 * </pre>
 *
 * <p>Every file is whole before it has its name. A ticket and a mark are made exclusively: of two
 * that make the same one, one does. A link is no file of ours, wherever it leads, and a directory
 * that was replaced is none of ours any more.
 */
public final class ApprovalDirectory {

  /** Requests that may wait at the same time: what a person can still look through. */
  public static final int MOST_PENDING = 1_000;

  static final String SPENT = ".spent";

  /** How long what is over stays, for whoever looks. */
  static final Duration KEPT = Duration.ofHours(24);

  /** How long a question can be good for at most: no configuration has a longer {@code ttl}. */
  static final Duration LONGEST = Duration.ofDays(7);

  private final SharedDirectory files;
  private final Clock clock;
  private final Clearing clearing;

  private ApprovalDirectory(SharedDirectory files, Clock clock) {
    this.files = files;
    this.clock = clock;
    this.clearing = new Clearing(this, files, clock);
  }

  /**
   * A directory that is there.
   *
   * @throws IOException if it is none, is a link, or everybody may write in it; the message says
   *     what to do
   */
  public static ApprovalDirectory open(Path directory) throws IOException {
    return open(directory, Clock.systemUTC());
  }

  static ApprovalDirectory open(Path directory, Clock clock) throws IOException {
    return open(directory, clock, BoundedOpening.ofApprovals());
  }

  static ApprovalDirectory open(Path directory, Clock clock, BoundedOpening opening)
      throws IOException {
    return new ApprovalDirectory(SharedDirectory.open(directory, opening), clock);
  }

  /**
   * As {@link #open}, for the JVM that asks: made 0700 where only itself is missing, and then
   * nobody but this user and root can answer.
   */
  public static ApprovalDirectory openOrMake(String configured) throws IOException {
    SharedDirectory.make(configured);
    return open(Path.of(configured));
  }

  /** Its path: absolute, no link in it. */
  public Path path() {
    return files.path();
  }

  /** Whether it is still the one that was opened. */
  void requireSame() throws IOException {
    files.requireSame();
  }

  // What is there

  /**
   * Everything that was asked and answered, the oldest first; what cannot be read has a fault.
   *
   * @throws IOException if the directory cannot be read
   */
  public List<ApprovalEntry> entries() throws IOException {
    List<ApprovalEntry> entries = new ArrayList<>();
    Map<String, String> answered = new LinkedHashMap<>();
    for (String name : files.names()) {
      if (name.endsWith(ApprovalRequest.SUFFIX)) {
        ApprovalEntry entry = entry(name);
        if (entry != null) {
          entries.add(entry);
          if (entry.ticket() != null) {
            answered.put(entry.ticket().fileName(), name);
          }
        }
      }
    }
    for (String name : files.names()) {
      if (name.endsWith(Ticket.SUFFIX) && !answered.containsKey(name)) {
        ApprovalEntry entry = ticketAlone(name);
        if (entry != null) {
          entries.add(entry);
        }
      }
    }
    entries.sort(Comparator.comparing(ApprovalDirectory::since).thenComparing(ApprovalEntry::file));
    return entries;
  }

  private static Instant since(ApprovalEntry entry) {
    return entry.request() != null
        ? entry.request().requestedAt()
        : entry.ticket() != null ? entry.ticket().issuedAt() : Instant.MAX;
  }

  /**
   * One request with its answer.
   *
   * @param requestDigest 64 lowercase hexadecimal digits
   * @return null where there is no such request
   */
  public ApprovalEntry entryOf(String requestDigest) throws IOException {
    return Members.isHex(requestDigest, Members.DIGEST)
        ? entry(requestDigest + ApprovalRequest.SUFFIX)
        : null;
  }

  private ApprovalEntry entry(String name) throws IOException {
    Path file = path().resolve(name);
    ApprovalRequest request;
    try {
      byte[] bytes = files.read(name, ApprovalRequest.MOST_BYTES);
      if (bytes == null) {
        return null; // taken back meanwhile
      }
      request = ApprovalRequest.parse(bytes);
      if (!request.fileName().equals(name)) {
        throw new MalformedApprovalException("it is of another request than its name says");
      }
    } catch (MalformedApprovalException | IOException unusable) {
      return new ApprovalEntry(file, null, null, null, String.valueOf(unusable.getMessage()));
    }
    Ticket ticket;
    try {
      ticket = ticketOf(request);
    } catch (MalformedApprovalException | IOException unusable) {
      return new ApprovalEntry(
          file, request, null, null, "its answer cannot be used: " + unusable.getMessage());
    }
    return new ApprovalEntry(file, request, ticket, state(request, ticket), null);
  }

  private ApprovalEntry ticketAlone(String name) throws IOException {
    Path file = path().resolve(name);
    try {
      Ticket ticket = ticket(name);
      return ticket == null
          ? null
          : new ApprovalEntry(file, null, ticket, state(null, ticket), null);
    } catch (MalformedApprovalException | IOException unusable) {
      return new ApprovalEntry(file, null, null, null, String.valueOf(unusable.getMessage()));
    }
  }

  private ApprovalState state(ApprovalRequest request, Ticket ticket) {
    Instant now = clock.instant();
    if (ticket == null) {
      return now.isBefore(request.expiresAt()) ? ApprovalState.PENDING : ApprovalState.EXPIRED;
    }
    if (isSpent(ticket)) {
      return ApprovalState.SPENT;
    }
    if (!now.isBefore(ticket.expiresAt())) {
      return ApprovalState.EXPIRED;
    }
    return ticket.decision() == Decision.APPROVE ? ApprovalState.APPROVED : ApprovalState.REFUSED;
  }

  /**
   * The answer to a request, whoever wrote it.
   *
   * @return null where there is none
   */
  Ticket ticketOf(ApprovalRequest request) throws IOException, MalformedApprovalException {
    return ticket(request.ticketName());
  }

  private Ticket ticket(String name) throws IOException, MalformedApprovalException {
    byte[] bytes = files.read(name, Ticket.MOST_BYTES);
    if (bytes == null) {
      return null;
    }
    Ticket ticket = Ticket.parse(bytes);
    if (!ticket.fileName().equals(name)) {
      throw new MalformedApprovalException("it is another ticket than its name says");
    }
    return ticket;
  }

  /**
   * The question that stands.
   *
   * @return null where there is none
   */
  ApprovalRequest request(String requestDigest) throws IOException, MalformedApprovalException {
    byte[] bytes = files.read(requestDigest + ApprovalRequest.SUFFIX, Integer.MAX_VALUE);
    if (bytes == null) {
      return null;
    }
    if (bytes.length > ApprovalRequest.MOST_BYTES) {
      throw new MalformedApprovalException(
          "it has more than " + ApprovalRequest.MOST_BYTES + " bytes");
    }
    ApprovalRequest request = ApprovalRequest.parse(bytes);
    if (!request.requestDigest().equals(requestDigest)) {
      throw new MalformedApprovalException("it is of another request than its name says");
    }
    return request;
  }

  // Answering: in a process of the person's own

  /** Answers a request, for as long as the request itself was good for. */
  public Ticket answer(
      ApprovalRequest request, Decision decision, String reason, String approver, Ed25519 key)
      throws IOException, GeneralSecurityException, AnsweredException {
    Duration good = Duration.between(request.requestedAt(), request.expiresAt());
    return answer(request, decision, reason, approver, good, key);
  }

  /**
   * Answers a request. Exactly one answer counts.
   *
   * @param request as it was shown
   * @param most how long the answer may be used, at most as long as the request was good for
   * @return the ticket as it stands in the directory
   * @throws AnsweredException if somebody else was faster
   * @throws IOException if the request is gone, is another one by now, or too old, or the ticket
   *     cannot be written
   * @throws GeneralSecurityException if this JVM cannot sign
   */
  public Ticket answer(
      ApprovalRequest request,
      Decision decision,
      String reason,
      String approver,
      Duration most,
      Ed25519 key)
      throws IOException, GeneralSecurityException, AnsweredException {
    ApprovalRequest standing;
    try {
      standing = request(request.requestDigest());
    } catch (MalformedApprovalException changed) {
      throw new IOException("the request cannot be read any more: " + changed.getMessage());
    }
    if (standing == null) {
      throw new IOException(
          "the request is not there any more: the call was carried out or the request cleared away");
    }
    if (!standing.equals(request)) {
      throw new IOException("the request was asked anew or changed. Look at it again");
    }
    Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    if (!now.isBefore(request.expiresAt())) {
      throw new IOException(
          "the request expired at " + request.expiresAt() + ". It can be asked anew");
    }
    Duration good = Duration.between(request.requestedAt(), request.expiresAt());
    if (good.compareTo(LONGEST) > 0) {
      good = LONGEST;
    }
    Ticket ticket =
        Ticket.sign(
            request,
            decision,
            reason,
            approver,
            now,
            now.plus(most.compareTo(good) < 0 ? most : good),
            key);
    if (!files.make(ticket.fileName(), ticket.envelope().json())) {
      Ticket first;
      try {
        first = ticketOf(request);
      } catch (MalformedApprovalException unreadable) {
        first = null;
      }
      throw new AnsweredException(first);
    }
    return ticket;
  }

  // Asking: in the JVM

  /**
   * Writes a question where none stands.
   *
   * @return false where one was there already
   */
  boolean ask(ApprovalRequest request) throws IOException {
    return files.make(request.fileName(), request.bytes());
  }

  /** Writes a question in the place of one that is over. */
  void askAnew(ApprovalRequest request) throws IOException {
    files.replace(request.fileName(), request.bytes());
  }

  /** Removes the question of an answer that is used; that it stays does no harm. */
  void takeBack(ApprovalRequest request) {
    try {
      ApprovalRequest standing = request(request.requestDigest());
      if (standing != null && standing.id().equals(request.id())) {
        files.remove(request.fileName());
      }
    } catch (IOException | MalformedApprovalException stays) {
      // Another user's, in a directory with the sticky bit, or not ours any more. It is asked anew
      // next time.
      return;
    }
  }

  boolean isSpent(Ticket ticket) {
    return files.has(spentName(ticket));
  }

  private static String spentName(Ticket ticket) {
    return ticket.requestDigest() + '.' + ticket.id() + SPENT;
  }

  /**
   * Marks an answer as used, on the device before this returns.
   *
   * @return false where it was used already
   * @throws IOException if it cannot be marked: then nothing may happen by it
   */
  boolean spend(Ticket ticket, String run, long pid) throws IOException {
    Map<String, Object> mark = new LinkedHashMap<>(8);
    mark.put("v", 1L);
    mark.put("ticket", ticket.id());
    mark.put("request_digest", ticket.requestDigest());
    mark.put("run", run);
    mark.put("pid", pid);
    mark.put("spent_at", clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
    return files.make(spentName(ticket), Canonical.jcs(mark));
  }

  /**
   * Clears away what is over.
   *
   * @param ttl how long a question and an answer of this JVM are good for
   * @return how many questions wait, at most
   */
  int clear(Duration ttl) throws IOException {
    return clearing.clear(ttl);
  }
}
