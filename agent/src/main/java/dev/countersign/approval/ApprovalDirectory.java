package dev.countersign.approval;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Ed25519;
import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Randomness;
import dev.countersign.observe.StateDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
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
import java.util.Set;

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
  private static final String BESIDE = ".next";

  /** Names that a directory may hold before it is no longer looked through. */
  private static final int MOST_NAMES = 100_000;

  /** How long what is over stays, for whoever looks. */
  static final Duration KEPT = Duration.ofHours(24);

  private static final Duration CLEARED = Duration.ofMinutes(1);

  /** How long a question can be good for at most: no configuration has a longer {@code ttl}. */
  private static final Duration LONGEST = Duration.ofDays(7);

  private static final Set<PosixFilePermission> MODE = PosixFilePermissions.fromString("rw-r-----");

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private final Path path;
  private final Object fileKey;
  private final Clock clock;
  private final BoundedOpening opening;

  /** Nobody looks for what is over before. */
  private volatile Instant clearedUntil = Instant.MIN;

  private ApprovalDirectory(Path path, Object fileKey, Clock clock, BoundedOpening opening) {
    this.path = path;
    this.fileKey = fileKey;
    this.clock = clock;
    this.opening = opening;
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
    Path absolute = directory.toAbsolutePath();
    Path parent = absolute.getParent();
    if (parent == null) {
      throw new IOException(directory + " is the root of the file system. Name a directory");
    }
    Path real;
    try {
      real = parent.toRealPath().resolve(absolute.getFileName());
    } catch (NoSuchFileException none) {
      throw new IOException(
          parent + " is not there. Is the path of approvals.dir right? Make that directory", none);
    }
    BasicFileAttributes attributes = usable(real);
    return new ApprovalDirectory(real, attributes.fileKey(), clock, opening);
  }

  /**
   * As {@link #open}, for the JVM that asks: made 0700 where only itself is missing, and then
   * nobody but this user and root can answer.
   */
  public static ApprovalDirectory openOrMake(String configured) throws IOException {
    // Before anything is asked of the file system, which must not notice us if it is not the JDK's.
    if (FileSystems.getDefault().getClass().getClassLoader() != null) {
      throw new IOException("the application replaced the file system, and only the JDK's is used");
    }
    Path absolute = Path.of(configured).toAbsolutePath();
    if (absolute.getParent() != null
        && Files.isDirectory(absolute.getParent())
        && !Files.exists(absolute, LinkOption.NOFOLLOW_LINKS)) {
      try {
        Files.createDirectory(absolute, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
      } catch (FileAlreadyExistsException another) {
        // by another JVM that starts just now
        return open(absolute);
      }
    }
    return open(absolute);
  }

  private static BasicFileAttributes usable(Path path) throws IOException {
    BasicFileAttributes attributes;
    try {
      attributes = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException none) {
      throw new IOException(
          path
              + " is not there. Make it for the group of those who answer: install -d -m 2770 -g"
              + " GROUP "
              + path,
          none);
    }
    if (!attributes.isDirectory()) {
      throw new IOException(path + " is a link or no directory. Name the directory itself");
    }
    if (Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS)
        .contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new IOException(path + " can be written by everybody. Run: chmod o-w " + path);
    }
    return attributes;
  }

  /** Its path: absolute, no link in it. */
  public Path path() {
    return path;
  }

  /** Whether it is still the one that was opened. */
  void requireSame() throws IOException {
    if (!usable(path).fileKey().equals(fileKey)) {
      throw new IOException(
          path
              + " is another directory than the one that was there at the start. Who replaced it?"
              + " Put it back, or start again");
    }
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
    for (String name : names()) {
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
    for (String name : names()) {
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
    Path file = path.resolve(name);
    ApprovalRequest request;
    try {
      byte[] bytes = read(file, ApprovalRequest.MOST_BYTES);
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
    Path file = path.resolve(name);
    try {
      byte[] bytes = read(file, Ticket.MOST_BYTES);
      if (bytes == null) {
        return null;
      }
      Ticket ticket = Ticket.parse(bytes);
      if (!ticket.fileName().equals(name)) {
        throw new MalformedApprovalException("it is another ticket than its name says");
      }
      return new ApprovalEntry(file, null, ticket, state(null, ticket), null);
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
    Path file = path.resolve(request.ticketName());
    byte[] bytes = read(file, Ticket.MOST_BYTES);
    if (bytes == null) {
      return null;
    }
    Ticket ticket = Ticket.parse(bytes);
    if (!ticket.fileName().equals(request.ticketName())) {
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
    byte[] bytes = read(path.resolve(requestDigest + ApprovalRequest.SUFFIX), Integer.MAX_VALUE);
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

  private List<String> names() throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
      for (Path file : files) {
        if (names.size() == MOST_NAMES) {
          throw new IOException(path + " holds more than " + MOST_NAMES + " files. Clean it");
        }
        names.add(String.valueOf(file.getFileName()));
      }
    } catch (DirectoryIteratorException unreadable) {
      throw unreadable.getCause();
    }
    return names;
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
    if (!makeExclusively(ticket.fileName(), ticket.envelope().json())) {
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
    return makeExclusively(request.fileName(), request.bytes());
  }

  /** Writes a question in the place of one that is over. */
  void askAnew(ApprovalRequest request) throws IOException {
    Path beside = beside(request.fileName(), request.bytes());
    try {
      Files.move(beside, path.resolve(request.fileName()), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(beside);
    }
    forceDirectory();
  }

  /** Removes the question of an answer that is used; that it stays does no harm. */
  void takeBack(ApprovalRequest request) {
    try {
      ApprovalRequest standing = request(request.requestDigest());
      if (standing != null && standing.id().equals(request.id())) {
        Files.deleteIfExists(path.resolve(request.fileName()));
      }
    } catch (IOException | MalformedApprovalException stays) {
      // Another user's, in a directory with the sticky bit, or not ours any more. It is asked anew
      // next time.
      return;
    }
  }

  boolean isSpent(Ticket ticket) {
    return Files.exists(path.resolve(spentName(ticket)), LinkOption.NOFOLLOW_LINKS);
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
    return makeExclusively(spentName(ticket), Canonical.jcs(mark));
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
    List<String> names = names();
    int questions = 0;
    for (String name : names) {
      questions += name.endsWith(ApprovalRequest.SUFFIX) ? 1 : 0;
    }
    if (questions < MOST_PENDING && now.isBefore(clearedUntil)) {
      return questions;
    }
    clearedUntil = now.plus(CLEARED);
    Instant waiting = now.minus(ttl);
    Instant question = waiting.minus(ttl);
    Instant answer = waiting.minus(KEPT);
    int pending = 0;
    for (String name : names) {
      Path file = path.resolve(name);
      boolean isQuestion = name.endsWith(ApprovalRequest.SUFFIX);
      if (isQuestion || isOurs(name)) {
        Instant written = written(file);
        // A mark outlives its ticket: without it, an answer that is put back would count again.
        boolean over =
            written.isBefore(isQuestion ? question : answer)
                && (!name.endsWith(SPENT) || written.isBefore(answer.minus(KEPT)));
        if (over && (written.isBefore(now.minus(LONGEST).minus(LONGEST)) || !isLive(name, now))) {
          remove(file);
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
            request(name.substring(0, name.length() - ApprovalRequest.SUFFIX.length()));
        return question != null && now.isBefore(question.expiresAt());
      }
      String ticket =
          name.endsWith(SPENT)
              ? name.substring(0, name.length() - SPENT.length()) + Ticket.SUFFIX
              : name;
      byte[] bytes =
          ticket.endsWith(Ticket.SUFFIX) ? read(path.resolve(ticket), Ticket.MOST_BYTES) : null;
      return bytes != null && now.isBefore(Ticket.parse(bytes).expiresAt());
    } catch (NotOpenedException unknown) {
      return true;
    } catch (IOException | MalformedApprovalException unusable) {
      return false;
    }
  }

  private static boolean isOurs(String name) {
    return name.endsWith(Ticket.SUFFIX) || name.endsWith(SPENT) || name.endsWith(BESIDE);
  }

  private static Instant written(Path file) throws IOException {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
          .lastModifiedTime()
          .toInstant();
    } catch (NoSuchFileException gone) {
      return Instant.MAX;
    }
  }

  private static void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException stays) {
      // Another user's: whoever wrote it clears it away, or the operator does.
      return;
    }
  }

  // Files

  /**
   * The content of a file; null where there is none.
   *
   * @throws IOException also where it is a link or no file, longer than that, others may write it,
   *     or it is of somebody who has no business here
   */
  private byte[] read(Path file, int most) throws IOException {
    return new Uninterrupted<byte[]>() {
      @Override
      protected byte[] once() throws IOException {
        try {
          requireHonest(file);
          return content(opening, file, most);
        } catch (NoSuchFileException absent) {
          return null;
        }
      }
    }.whole();
  }

  /** Of what has the name by now, whatever it was when one looked. */
  static byte[] content(BoundedOpening opening, Path file, int most) throws IOException {
    try (FileChannel in = opening.open(file)) {
      long size = Math.min(in.size(), ApprovalRequest.MOST_BYTES + 1L);
      if (size > most) {
        throw new IOException("it has more than " + most + " bytes");
      }
      return beginning(in, (int) size);
    }
  }

  /** At most so many bytes, and no more than the file has. */
  static byte[] beginning(FileChannel in, int most) throws IOException {
    ByteBuffer content = ByteBuffer.allocate((int) Math.min(in.size(), most));
    while (content.hasRemaining() && in.read(content) >= 0) {
      // as much as there is
    }
    byte[] bytes = new byte[content.position()];
    content.flip().get(bytes);
    return bytes;
  }

  /**
   * A plain file of the directory's owner, of this process's user or of root. In a directory that
   * its group may write, also of another one in that group: there are several people who answer.
   */
  private void requireHonest(Path file) throws IOException {
    Map<String, Object> of =
        Files.readAttributes(file, "unix:isRegularFile,mode,uid,gid", LinkOption.NOFOLLOW_LINKS);
    if (!Boolean.TRUE.equals(of.get("isRegularFile"))) {
      throw new IOException("it is a link or no plain file");
    }
    if (((Integer) of.get("mode") & 022) != 0) {
      throw new IOException("others than its owner may write it");
    }
    Map<String, Object> in =
        Files.readAttributes(path, "unix:mode,uid,gid", LinkOption.NOFOLLOW_LINKS);
    Object owner = of.get("uid");
    boolean shared = ((Integer) in.get("mode") & 020) != 0 && of.get("gid").equals(in.get("gid"));
    if (!owner.equals(in.get("uid")) && !owner.equals(0) && !shared && !isOwn(owner)) {
      throw new IOException(
          "it belongs to another user ("
              + owner
              + ") than the directory. Let those who answer share a group: chmod 2770 "
              + path);
    }
  }

  private static boolean isOwn(Object uid) {
    try {
      return uid.equals(StateDirectory.ownUser());
    } catch (IOException unknown) {
      return false; // this system does not say whose a process is
    }
  }

  /**
   * Makes a file, whole from the first moment that it has its name.
   *
   * @return false where there is one of that name
   */
  private boolean makeExclusively(String name, byte[] content) throws IOException {
    Path beside = beside(name, content);
    try {
      Files.createLink(path.resolve(name), beside);
    } catch (FileAlreadyExistsException first) {
      return false;
    } finally {
      Files.deleteIfExists(beside);
    }
    forceDirectory();
    return true;
  }

  private Path beside(String name, byte[] content) throws IOException {
    byte[] random = new byte[8];
    Randomness.fill(random);
    Path beside = path.resolve('.' + name + '.' + Hex.of(random) + BESIDE);
    return new Uninterrupted<Path>() {
      @Override
      protected Path once() throws IOException {
        Files.deleteIfExists(beside);
        try (FileChannel out =
            FileChannel.open(
                beside,
                Set.of(
                    StandardOpenOption.WRITE,
                    StandardOpenOption.CREATE_NEW,
                    LinkOption.NOFOLLOW_LINKS),
                PosixFilePermissions.asFileAttribute(MODE))) {
          // Whatever the process's mask is: those who answer have to read it.
          permit(beside);
          ByteBuffer rest = ByteBuffer.wrap(content);
          while (rest.hasRemaining()) {
            out.write(rest);
          }
          out.force(true);
        } catch (ClosedByInterruptException again) {
          throw again;
        } catch (IOException | Error failed) {
          Files.deleteIfExists(beside); // a full device keeps the name of what it could not hold
          throw failed;
        }
        return beside;
      }
    }.whole();
  }

  /** Of that very file: a link that was put in its place meanwhile is not followed. */
  private static void permit(Path beside) throws IOException {
    PosixFileAttributeView view =
        Files.getFileAttributeView(beside, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    if (!view.readAttributes().permissions().equals(MODE)) {
      view.setPermissions(MODE);
    }
  }

  private void forceDirectory() throws IOException {
    new Uninterrupted<Void>() {
      @Override
      protected Void once() throws IOException {
        try (FileChannel open = FileChannel.open(path, StandardOpenOption.READ)) {
          open.force(true);
        }
        return null;
      }
    }.whole();
  }

  /**
   * Something with a file that can be begun again: an interrupted thread of the application must
   * neither lose its interrupt nor its call, and channels close themselves under one.
   */
  public abstract static class Uninterrupted<T> {
    protected abstract T once() throws IOException;

    /** The whole of it, from its begin as often as it takes. */
    public final T whole() throws IOException {
      boolean interrupted = Thread.interrupted();
      try {
        while (true) {
          try {
            return once();
          } catch (ClosedByInterruptException again) {
            interrupted = true;
            Thread.interrupted();
          }
        }
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }
}
