package dev.countersign.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.Ed25519;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ApprovalCheckTest {

  private static final Duration TTL = Duration.ofHours(1);
  private static final Ed25519 KEY = Ed25519.of(bytes(32, 7));
  private static final Ed25519 OTHER_KEY = Ed25519.of(bytes(32, 8));

  /** Nothing is known but what the directory says. */
  private static final ApprovalCheck.Elsewhere NOWHERE = ticket -> false;

  @TempDir private Path temp;
  private Path dir;
  private final Settable clock = new Settable();

  /** A clock of the wall that a test sets. */
  static final class Settable extends Clock {
    private Instant now = Instant.now();

    void go(Duration by) {
      now = now.plus(by);
    }

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  @BeforeEach
  void make() throws IOException {
    dir = Files.createDirectory(temp.resolve("approvals"));
    Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwxrwx---"));
  }

  static byte[] bytes(int count, int value) {
    byte[] bytes = new byte[count];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  static ApprovalRequest request(String digest) {
    Map<String, Object> change =
        Map.of("action", "exec", "target", "git", "summary", "runs git clone");
    return new ApprovalRequest(
        "0".repeat(32),
        digest,
        "invoke",
        "refund",
        "refund",
        null,
        "sha256:" + "ab".repeat(32),
        "approval: human",
        ApprovalRequest.exact(Map.of("amount", 9_007_199_254_740_993L)),
        List.of(change),
        "ff".repeat(16),
        Instant.EPOCH,
        Instant.EPOCH,
        "com.example.Main",
        4711);
  }

  private static final ApprovalRequest REQUEST = request("1a".repeat(32));

  private ApprovalDirectory directory() throws IOException {
    return ApprovalDirectory.open(dir, clock);
  }

  private ApprovalCheck check() throws Exception {
    return new ApprovalCheck(directory(), List.of(KEY.publicKey()), TTL, clock);
  }

  private ApprovalRequest asked() throws Exception {
    return directory().request(REQUEST.requestDigest());
  }

  private Ticket answer(Decision decision) throws Exception {
    return directory().answer(asked(), decision, "fine", "ada", KEY);
  }

  private Path file(String name) {
    return dir.resolve(name);
  }

  @Test
  void whatWasUsedElsewhereOrNobodyCanSayIsNotUsed() throws Exception {
    check().look(REQUEST);
    Ticket ticket = answer(Decision.APPROVE);
    Answer unknown =
        check()
            .take(
                REQUEST,
                asked -> {
                  throw new IOException("no books");
                });
    assertThat(unknown.kind()).isEqualTo(Answer.Kind.WAITING);
    assertThat(unknown.finding()).isEqualTo(ApprovalCheck.UNUSABLE);
    assertThat(directory().isSpent(ticket)).isFalse();
    Answer used = check().take(REQUEST, asked -> asked.id().equals(ticket.id()));
    assertThat(used.kind()).isEqualTo(Answer.Kind.WAITING);
    assertThat(used.finding()).isEqualTo(ApprovalCheck.NOT_ACCEPTED);
    assertThat(asked().id()).as("it is asked anew").isNotEqualTo(ticket.id());
  }

  /** Where a machine is slow, or somebody put a pipe there just now: nobody knows what it is. */
  @Test
  void anAnswerThatCannotBeOpenedInTimeStaysWhatItIs() throws Exception {
    check().look(REQUEST);
    Ticket ticket = answer(Decision.APPROVE);
    ApprovalDirectory late =
        ApprovalDirectory.open(
            dir,
            clock,
            new BoundedOpening(
                60_000,
                file -> {
                  if (file.endsWith(ticket.fileName())) {
                    throw new NotOpenedException("not in time");
                  }
                  return FileChannel.open(file);
                }));
    Answer unknown =
        new ApprovalCheck(late, List.of(KEY.publicKey()), TTL, clock).take(REQUEST, NOWHERE);
    assertThat(unknown.kind()).isEqualTo(Answer.Kind.WAITING);
    assertThat(unknown.finding()).isEqualTo(ApprovalCheck.UNUSABLE);
    assertThat(unknown.detail()).contains("not in time");
    assertThat(unknown.asked()).isFalse();

    Answer known = check().take(REQUEST, NOWHERE);
    assertThat(known.kind()).isEqualTo(Answer.Kind.APPROVED);
    assertThat(known.ticket().id()).isEqualTo(ticket.id());
  }

  /** It may be another JVM's, whose approvals live longer. */
  @Test
  void whatCannotBeOpenedInTimeIsNotClearedAway() throws Exception {
    check().look(REQUEST);
    Ticket ticket = answer(Decision.APPROVE);
    FileTime old =
        FileTime.from(clock.instant().minus(ApprovalDirectory.KEPT).minus(TTL).minus(TTL));
    Files.setLastModifiedTime(file(ticket.fileName()), old);
    ApprovalDirectory late =
        ApprovalDirectory.open(
            dir,
            clock,
            new BoundedOpening(
                60_000,
                file -> {
                  throw new NotOpenedException("not in time");
                }));
    assertThat(late.clear(TTL)).isEqualTo(1);
    assertThat(file(ticket.fileName())).exists();
  }

  @Test
  void theQuestionIsWrittenOnceAndReadableByTheGroup() throws Exception {
    ApprovalCheck check = check();
    Answer first = check.take(REQUEST, NOWHERE);
    assertThat(first.kind()).isEqualTo(Answer.Kind.WAITING);
    assertThat(first.asked()).isTrue();
    byte[] written = Files.readAllBytes(file(REQUEST.fileName()));
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(file(REQUEST.fileName()))))
        .isEqualTo("rw-r-----");
    assertThat(check.take(REQUEST, NOWHERE).asked()).isFalse();
    assertThat(check().take(REQUEST, NOWHERE).asked()).isFalse();
    assertThat(Files.readAllBytes(file(REQUEST.fileName()))).isEqualTo(written);
    assertThat(ApprovalRequest.parse(written).toJson()).isEqualTo(asked().toJson());
    assertThat(asked().arguments().get("amount")).isEqualTo("\uF8FFnum:9007199254740993");
    assertThat(directory().entries()).hasSize(1);
    assertThat(directory().entries().get(0).state()).isEqualTo(ApprovalState.PENDING);
  }

  @Test
  void anApprovalIsForOneUse() throws Exception {
    ApprovalCheck check = check();
    check.take(REQUEST, NOWHERE);
    Ticket ticket = answer(Decision.APPROVE);
    assertThat(check.look(REQUEST).kind()).isEqualTo(Answer.Kind.APPROVED);
    assertThat(check.look(REQUEST).kind()).isEqualTo(Answer.Kind.APPROVED);
    Answer taken = check.take(REQUEST, NOWHERE);
    assertThat(taken.kind()).isEqualTo(Answer.Kind.APPROVED);
    assertThat(taken.ticket().digest()).isEqualTo(ticket.digest());
    assertThat(taken.grant().isFor(REQUEST.requestDigest())).isTrue();
    assertThat(taken.grant().isFor("00".repeat(32))).isFalse();
    assertThat(taken.grant().isOver()).isFalse();
    Answer again = check.take(REQUEST, NOWHERE);
    assertThat(again.kind()).isEqualTo(Answer.Kind.WAITING);
    assertThat(again.asked()).isTrue();
    assertThat(asked().id()).isNotEqualTo(ticket.id());
    assertThat(check().take(REQUEST, NOWHERE).kind()).isEqualTo(Answer.Kind.WAITING);
  }

  @Test
  void ofManyThreadsAndCheckersOneTakesIt() throws Exception {
    check().take(REQUEST, NOWHERE);
    answer(Decision.APPROVE);
    ApprovalCheck shared = check();
    List<ApprovalCheck> checks = List.of(shared, shared, shared, check(), check(), check());
    ExecutorService pool = Executors.newFixedThreadPool(checks.size());
    try {
      List<Callable<Answer.Kind>> all = new ArrayList<>();
      for (ApprovalCheck each : checks) {
        all.add(() -> each.take(REQUEST, NOWHERE).kind());
      }
      int approved = 0;
      for (Future<Answer.Kind> each : pool.invokeAll(all)) {
        approved += each.get() == Answer.Kind.APPROVED ? 1 : 0;
      }
      assertThat(approved).isEqualTo(1);
    } finally {
      pool.shutdown();
    }
  }

  @Test
  void aMarkThatIsRemovedIsRememberedAndFound() throws Exception {
    ApprovalCheck check = check();
    check.take(REQUEST, NOWHERE);
    ApprovalRequest question = asked();
    Ticket ticket = answer(Decision.APPROVE);
    byte[] kept = Files.readAllBytes(file(ticket.fileName()));
    assertThat(check.take(REQUEST, NOWHERE).kind()).isEqualTo(Answer.Kind.APPROVED);
    // A tool of this user puts everything back.
    Files.delete(file(ticket.requestDigest() + '.' + ticket.id() + ApprovalDirectory.SPENT));
    Files.write(file(ticket.fileName()), kept);
    Files.write(file(question.fileName()), question.bytes());
    Files.setPosixFilePermissions(
        file(question.fileName()), PosixFilePermissions.fromString("rw-r-----"));
    Answer again = check.take(REQUEST, NOWHERE);
    assertThat(again.kind()).isEqualTo(Answer.Kind.WAITING);
    assertThat(again.finding()).isEqualTo(ApprovalCheck.NOT_ACCEPTED);
    // Shown meaningful: for one that does not remember, the same files are an approval.
    Files.write(file(question.fileName()), question.bytes());
    assertThat(check().take(REQUEST, NOWHERE).kind()).isEqualTo(Answer.Kind.APPROVED);
  }

  @Test
  void aRefusalHoldsUntilItsTimeIsOver() throws Exception {
    ApprovalCheck check = check();
    check.take(REQUEST, NOWHERE);
    Ticket ticket = answer(Decision.REFUSE);
    Answer refused = check.take(REQUEST, NOWHERE);
    assertThat(refused.kind()).isEqualTo(Answer.Kind.REFUSED);
    assertThat(refused.ticket().approver()).isEqualTo("ada");
    clock.go(TTL.minusSeconds(1));
    assertThat(check.take(REQUEST, NOWHERE).kind()).isEqualTo(Answer.Kind.REFUSED);
    clock.go(Duration.ofSeconds(2));
    assertThat(check.take(REQUEST, NOWHERE).kind()).isEqualTo(Answer.Kind.WAITING);
    assertThat(asked().id()).isNotEqualTo(ticket.id());
  }

  @Test
  void anOldApprovalIsExpiredAndAskedAnew() throws Exception {
    ApprovalCheck check = check();
    check.take(REQUEST, NOWHERE);
    answer(Decision.APPROVE);
    clock.go(TTL);
    assertThat(check.take(REQUEST, NOWHERE).kind()).isEqualTo(Answer.Kind.EXPIRED);
    assertThat(check.take(REQUEST, NOWHERE).kind()).isEqualTo(Answer.Kind.WAITING);
    answer(Decision.APPROVE);
    assertThat(check.take(REQUEST, NOWHERE).kind()).isEqualTo(Answer.Kind.APPROVED);
  }

  @Test
  void aGrantEndsWithItsTicket() throws Exception {
    ApprovalCheck check = check();
    check.take(REQUEST, NOWHERE);
    answer(Decision.APPROVE);
    Grant grant = check.take(REQUEST, NOWHERE).grant();
    clock.go(TTL.minusSeconds(1));
    assertThat(grant.isOver()).isFalse();
    clock.go(Duration.ofSeconds(1));
    assertThat(grant.isOver()).isTrue();
  }

  @Test
  void nobodyCanAnswerWhatIsOverOrGone() throws Exception {
    ApprovalCheck check = check();
    check.take(REQUEST, NOWHERE);
    ApprovalRequest shown = asked();
    clock.go(TTL);
    assertThatThrownBy(() -> directory().answer(shown, Decision.APPROVE, "", "ada", KEY))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("expired");
    assertThat(check.take(REQUEST, NOWHERE).asked()).isTrue();
    assertThatThrownBy(() -> directory().answer(shown, Decision.APPROVE, "", "ada", KEY))
        .hasMessageContaining("asked anew");
    Files.delete(file(REQUEST.fileName()));
    assertThatThrownBy(() -> directory().answer(shown, Decision.APPROVE, "", "ada", KEY))
        .hasMessageContaining("not there any more");
  }

  @Test
  void ofTwoApproversOneDecidesAndTheOtherIsTold() throws Exception {
    check().take(REQUEST, NOWHERE);
    ApprovalRequest shown = asked();
    directory().answer(shown, Decision.REFUSE, "too much", "ada", KEY);
    assertThatThrownBy(() -> directory().answer(shown, Decision.APPROVE, "", "bob", OTHER_KEY))
        .isInstanceOf(AnsweredException.class)
        .hasMessageContaining("ada")
        .hasMessageContaining("refuse");
    assertThat(directory().entries().get(0).state()).isEqualTo(ApprovalState.REFUSED);
  }

  /** Spoils an answer that would be good otherwise. */
  interface Spoiling {
    void of(ApprovalCheckTest test, Ticket ticket) throws Exception;
  }

  static Stream<Arguments> spoilt() {
    return Stream.of(
        row("otherKey", "no key", (t, k) -> t.put(k, t.signed(k, OTHER_KEY, TTL, Duration.ZERO))),
        row("ofAnotherRequest", "name", (t, k) -> t.put(k, t.ofAnother(k))),
        row("editedPayload", "no key", (t, k) -> t.put(k, t.edited(k))),
        row("cut", "cut", (t, k) -> t.put(k, Arrays.copyOf(t.content(k), 200))),
        row("empty", "cut", (t, k) -> t.put(k, new byte[0])),
        row("garbage", "cut", (t, k) -> t.put(k, bytes(900, 0xff))),
        row("oversize", "bytes", (t, k) -> t.put(k, bytes(20_000, ' '))),
        row("fromTheFuture", "future", (t, k) -> t.signedAt(k, Duration.ofMinutes(2))),
        row(
            "endsBeforeItBegins",
            "ends",
            (t, k) -> t.put(k, t.signed(k, KEY, TTL.negated(), Duration.ZERO))),
        row("writableByOthers", "may write", (t, k) -> t.mode(k, "rw-rw-rw-")),
        row("link", "link", (t, k) -> t.link(k)),
        row("pipe", "link or no plain", (t, k) -> t.directoryInPlace(k)),
        row("questionEdited", "shows something else", (t, k) -> t.editQuestion("amount 1")));
  }

  private static Arguments row(String name, String why, Spoiling how) {
    return Arguments.of(name, why, how);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("spoilt")
  void whatIsSpoiltIsNoApprovalAndAFindingAndCanBeAnsweredAnew(
      String name, String why, Spoiling how) throws Exception {
    ApprovalCheck check = check();
    check.take(REQUEST, NOWHERE);
    Ticket ticket = answer(Decision.APPROVE);
    // Shown meaningful: as it is, it would be one.
    assertThat(check.look(REQUEST).kind()).isEqualTo(Answer.Kind.APPROVED);
    how.of(this, ticket);
    Answer answer = check.take(REQUEST, NOWHERE);
    assertThat(answer.kind()).isEqualTo(Answer.Kind.WAITING);
    assertThat(answer.finding()).isEqualTo(ApprovalCheck.NOT_ACCEPTED);
    assertThat(answer.detail()).contains(why);
    assertThat(answer.grant()).isNull();
    assertThat(answer.asked()).isTrue();
    answer(Decision.APPROVE);
    assertThat(check.take(REQUEST, NOWHERE).kind()).isEqualTo(Answer.Kind.APPROVED);
  }

  /** In a directory that is this user's alone, nobody else has anything to say. */
  @Test
  void anAnswerOfAnotherUserIsNoneUnlessTheDirectoryIsShared() throws Exception {
    ApprovalCheck check = check();
    check.take(REQUEST, NOWHERE);
    Ticket ticket = answer(Decision.APPROVE);
    try {
      Files.setAttribute(file(ticket.fileName()), "unix:uid", 4711);
    } catch (IOException notRoot) {
      Assumptions.abort("only root gives files away");
    }
    assertThat(check.look(REQUEST).kind()).isEqualTo(Answer.Kind.APPROVED);
    Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwxr-x---"));
    Answer answer = check.take(REQUEST, NOWHERE);
    assertThat(answer.kind()).isEqualTo(Answer.Kind.WAITING);
    assertThat(answer.detail()).contains("belongs to another user");
  }

  /** What an approver sees who is shown something else, signs, and what the JVM makes of it. */
  @Test
  void aQuestionThatWasEditedBeforeTheAnswerApprovesNothing() throws Exception {
    ApprovalCheck check = check();
    check.take(REQUEST, NOWHERE);
    editQuestion("buys a coffee");
    assertThat(directory().entries().get(0).request().reason()).isEqualTo("buys a coffee");
    answer(Decision.APPROVE);
    Answer answer = check.take(REQUEST, NOWHERE);
    assertThat(answer.kind()).isEqualTo(Answer.Kind.WAITING);
    assertThat(answer.finding()).isEqualTo(ApprovalCheck.NOT_ACCEPTED);
    assertThat(asked().reason()).isEqualTo(REQUEST.reason());
    // Put back, with the answer to what was shown: the answer says what that was.
    check.take(REQUEST, NOWHERE);
    ApprovalRequest honest = asked();
    editQuestion("buys a coffee");
    Ticket signed = answer(Decision.APPROVE);
    Files.write(file(honest.fileName()), honest.bytes());
    assertThat(signed.shown()).isNotEqualTo(honest.shown());
    Answer second = check.take(REQUEST, NOWHERE);
    assertThat(second.kind()).isEqualTo(Answer.Kind.WAITING);
    assertThat(second.detail()).contains("was shown something else");
  }

  private byte[] content(Ticket ticket) throws IOException {
    return Files.readAllBytes(file(ticket.fileName()));
  }

  private void put(Ticket ticket, byte[] content) throws IOException {
    Files.write(file(ticket.fileName()), content);
  }

  private byte[] signed(Ticket ticket, Ed25519 key, Duration good, Duration later)
      throws Exception {
    Instant now = clock.instant().plus(later);
    assertThat(ticket.id()).isEqualTo(asked().id());
    return Ticket.sign(asked(), Decision.APPROVE, "", "eve", now, now.plus(good), key)
        .envelope()
        .json();
  }

  private void signedAt(Ticket ticket, Duration later) throws Exception {
    put(ticket, signed(ticket, KEY, TTL, later));
  }

  /** An answer to another request, under the name of this one's. */
  private byte[] ofAnother(Ticket ticket) throws Exception {
    Instant now = clock.instant();
    ApprovalRequest other = request("2b".repeat(32)).askedAgain(ticket.id(), now, now.plus(TTL));
    return Ticket.sign(other, Decision.APPROVE, "", "ada", now, now.plus(TTL), KEY)
        .envelope()
        .json();
  }

  private byte[] edited(Ticket ticket) throws Exception {
    byte[] payload =
        new String(ticket.envelope().payload(), StandardCharsets.UTF_8)
            .replace("\"ada\"", "\"eve\"")
            .getBytes(StandardCharsets.UTF_8);
    assertThat(payload).isNotEqualTo(ticket.envelope().payload());
    return dev.countersign.canonical.Dsse.of(Ticket.PAYLOAD, payload)
        .with(ticket.envelope().signatures().get(0))
        .json();
  }

  private void mode(Ticket ticket, String mode) throws IOException {
    mode(ticket.fileName(), mode);
  }

  private void mode(String name, String mode) throws IOException {
    Files.setPosixFilePermissions(file(name), PosixFilePermissions.fromString(mode));
  }

  private void link(Ticket ticket) throws IOException {
    Path elsewhere = temp.resolve("elsewhere");
    Files.move(file(ticket.fileName()), elsewhere);
    Files.createSymbolicLink(file(ticket.fileName()), elsewhere);
  }

  private void directoryInPlace(Ticket ticket) throws IOException {
    Files.delete(file(ticket.fileName()));
    Files.createDirectory(file(ticket.fileName()));
  }

  private void editQuestion(String reason) throws Exception {
    ApprovalRequest now = asked();
    String edited =
        new String(now.bytes(), StandardCharsets.UTF_8)
            .replace("\"reason\":\"" + now.reason() + '"', "\"reason\":\"" + reason + '"');
    Files.writeString(file(now.fileName()), edited);
  }

  @ParameterizedTest
  @MethodSource("cutQuestions")
  void aQuestionThatCannotBeReadIsAskedAnew(byte[] content) throws Exception {
    ApprovalCheck check = check();
    check.take(REQUEST, NOWHERE);
    Files.write(file(REQUEST.fileName()), content);
    assertThat(directory().entries().get(0).fault()).isNotNull();
    Answer answer = check.take(REQUEST, NOWHERE);
    assertThat(answer.kind()).isEqualTo(Answer.Kind.WAITING);
    assertThat(answer.finding()).isEqualTo(ApprovalCheck.NOT_ACCEPTED);
    assertThat(asked().shown()).isEqualTo(REQUEST.shown());
  }

  static List<byte[]> cutQuestions() {
    return List.of(
        new byte[0],
        "{".getBytes(StandardCharsets.UTF_8),
        "[]".getBytes(StandardCharsets.UTF_8),
        "{\"v\":2}".getBytes(StandardCharsets.UTF_8),
        "{\"v\":1}".getBytes(StandardCharsets.UTF_8),
        bytes(ApprovalRequest.MOST_BYTES + 10, ' '),
        new String(REQUEST.bytes(), StandardCharsets.UTF_8)
            .replace("\"v\":1", "\"v\":1,\"x\":1")
            .getBytes(StandardCharsets.UTF_8),
        new String(REQUEST.bytes(), StandardCharsets.UTF_8)
            .replace("\"\uf8ffnum:9007199254740993\"", "1e309")
            .getBytes(StandardCharsets.UTF_8),
        request("2b".repeat(32)).bytes());
  }

  @Test
  void aDirectoryThatIsGoneReplacedOrALinkRefuses() throws Exception {
    ApprovalCheck check = check();
    check.take(REQUEST, NOWHERE);
    answer(Decision.APPROVE);
    Path away = temp.resolve("away");
    Files.move(dir, away);
    Answer gone = check.take(REQUEST, NOWHERE);
    assertThat(gone.kind()).isEqualTo(Answer.Kind.WAITING);
    assertThat(gone.finding()).isEqualTo(ApprovalCheck.UNUSABLE);
    Files.createSymbolicLink(dir, away);
    assertThat(check.take(REQUEST, NOWHERE).finding()).isEqualTo(ApprovalCheck.UNUSABLE);
    assertThatThrownBy(this::directory).hasMessageContaining("link");
    Files.delete(dir);
    Files.createDirectory(dir);
    assertThat(check.take(REQUEST, NOWHERE).detail()).contains("another directory");
    Files.delete(dir);
    Files.move(away, dir);
    assertThat(check.take(REQUEST, NOWHERE).kind()).isEqualTo(Answer.Kind.APPROVED);
  }

  @Test
  void aDirectoryThatEverybodyMayWriteIsNotOpened() throws Exception {
    Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThatThrownBy(this::directory).hasMessageContaining("everybody");
    assertThatThrownBy(() -> ApprovalDirectory.open(temp.resolve("no/where")))
        .hasMessageContaining("not there");
  }

  @Test
  void whatIsMissingIsMadeForThisUserAlone() throws Exception {
    Path made = ApprovalDirectory.openOrMake(temp.resolve("new").toString()).path();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
        .isEqualTo("rwx------");
    assertThat(ApprovalDirectory.openOrMake(made.toString()).path()).isEqualTo(made);
  }

  @Test
  void onlySoManyWait() throws Exception {
    ApprovalCheck check = check();
    for (int i = 0; i < ApprovalDirectory.MOST_PENDING; i++) {
      ApprovalRequest each = request(String.format("%064x", i));
      Files.write(file(each.fileName()), each.bytes());
    }
    Answer answer = check.take(REQUEST, NOWHERE);
    assertThat(answer.finding()).isEqualTo(ApprovalCheck.UNUSABLE);
    assertThat(answer.detail()).contains("takes no more");
    assertThat(file(REQUEST.fileName())).doesNotExist();
    // Nobody can answer those of yesterday: they make room.
    for (int i = 0; i < 10; i++) {
      Path old = file(request(String.format("%064x", i)).fileName());
      Files.setLastModifiedTime(old, FileTime.from(clock.instant().minus(Duration.ofDays(1))));
    }
    assertThat(check.take(REQUEST, NOWHERE).asked()).isTrue();
    assertThat(file(request(String.format("%064x", 0)).fileName())).doesNotExist();
  }

  @Test
  void whatIsOverIsClearedAwayTheMarkAfterItsTicket() throws Exception {
    ApprovalCheck check = check();
    check.take(REQUEST, NOWHERE);
    Ticket ticket = answer(Decision.APPROVE);
    check.take(REQUEST, NOWHERE);
    Path mark = file(ticket.requestDigest() + '.' + ticket.id() + ApprovalDirectory.SPENT);
    assertThat(mark).exists();
    assertThat(directory().entries())
        .extracting(ApprovalEntry::state)
        .containsExactly(ApprovalState.SPENT);
    clock.go(TTL.plus(ApprovalDirectory.KEPT).plusSeconds(1));
    check.take(request("3c".repeat(32)), NOWHERE);
    assertThat(file(ticket.fileName())).doesNotExist();
    assertThat(mark).exists();
    clock.go(ApprovalDirectory.KEPT);
    check.take(request("4d".repeat(32)), NOWHERE);
    assertThat(mark).doesNotExist();
  }

  @Test
  void aJvmWithAShorterTimeLeavesTheQuestionsAndAnswersOfAnother() throws Exception {
    Duration day = Duration.ofDays(3);
    ApprovalCheck longer = new ApprovalCheck(directory(), List.of(KEY.publicKey()), day, clock);
    ApprovalCheck shorter =
        new ApprovalCheck(directory(), List.of(KEY.publicKey()), Duration.ofMinutes(1), clock);
    longer.take(REQUEST, NOWHERE);
    clock.go(Duration.ofHours(1));
    shorter.take(request("3c".repeat(32)), NOWHERE);
    Ticket ticket = answer(Decision.APPROVE);
    clock.go(ApprovalDirectory.KEPT.plusHours(1));
    shorter.take(request("4d".repeat(32)), NOWHERE);
    assertThat(longer.take(REQUEST, NOWHERE).kind()).isEqualTo(Answer.Kind.APPROVED);
    clock.go(ApprovalDirectory.KEPT);
    shorter.take(request("5e".repeat(32)), NOWHERE);
    assertThat(file(ticket.fileName())).exists();
    assertThat(longer.take(REQUEST, NOWHERE).kind()).isEqualTo(Answer.Kind.WAITING);
  }

  @Test
  void aQuestionThatIsAnotherByNowIsNotTakenBack() throws Exception {
    check().take(REQUEST, NOWHERE);
    ApprovalRequest first = asked();
    clock.go(TTL);
    check().take(REQUEST, NOWHERE);
    directory().takeBack(first);
    assertThat(asked().id()).isNotEqualTo(first.id());
    directory().takeBack(asked());
    assertThat(asked()).isNull();
  }

  @Test
  void whatNobodyCouldReadIsNotAsked() throws Exception {
    Map<String, Object> change =
        Map.of("action", "a", "target", "t", "summary", "s".repeat(ApprovalRequest.MOST_BYTES));
    ApprovalRequest large =
        new ApprovalRequest(
            REQUEST.id(),
            REQUEST.requestDigest(),
            "invoke",
            "t",
            "t",
            null,
            REQUEST.permits(),
            "r",
            null,
            List.of(change),
            REQUEST.run(),
            Instant.EPOCH,
            Instant.EPOCH,
            "m",
            1);
    Answer answer = check().take(large, NOWHERE);
    assertThat(answer.finding()).isEqualTo(ApprovalCheck.UNUSABLE);
    assertThat(answer.detail()).contains("cannot read");
    assertThat(dir).isEmptyDirectory();
  }

  /** A model may make up any name. */
  @Test
  void aNameWithLinesInItCanBeApproved() throws Exception {
    ApprovalRequest odd =
        new ApprovalRequest(
            REQUEST.id(),
            REQUEST.requestDigest(),
            "invoke",
            "refund\n\u001b[2Jall is well",
            "refund\n",
            null,
            REQUEST.permits(),
            "r",
            null,
            List.of(),
            REQUEST.run(),
            Instant.EPOCH,
            Instant.EPOCH,
            "m",
            1);
    ApprovalCheck check = check();
    assertThat(check.take(odd, NOWHERE).asked()).isTrue();
    assertThat(check.take(odd, NOWHERE).asked()).isFalse();
    answer(Decision.APPROVE);
    assertThat(check.take(odd, NOWHERE).kind()).isEqualTo(Answer.Kind.APPROVED);
  }

  @Test
  void anInterruptedThreadKeepsItsInterruptAndItsCall() throws Exception {
    ApprovalCheck check = check();
    check.take(REQUEST, NOWHERE);
    answer(Decision.APPROVE);
    Thread.currentThread().interrupt();
    try {
      assertThat(check.take(REQUEST, NOWHERE).kind()).isEqualTo(Answer.Kind.APPROVED);
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
