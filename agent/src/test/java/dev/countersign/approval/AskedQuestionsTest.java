package dev.countersign.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Questions that are put inside a JVM: each is answered for one use, over restarts. */
class AskedQuestionsTest {

  private static final Duration TTL = Duration.ofHours(1);
  private static final String PLACE = AskedQuestions.place(Map.of("call", "one"));

  @TempDir private Path directory;
  private Instant now = Instant.now();

  private final Clock clock =
      new Clock() {
        @Override
        public ZoneId getZone() {
          return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
          return this;
        }

        @Override
        public Instant instant() {
          return now;
        }
      };

  /** A JVM. */
  private AskedQuestions questions() {
    return new AskedQuestions(directory.resolve("state").toString(), TTL, clock);
  }

  private static ApprovalRequest request(String digit) {
    return new ApprovalRequest(
        "0".repeat(32),
        digit.repeat(64),
        "invoke",
        "refund",
        "refund",
        null,
        "sha256:" + "ab".repeat(32),
        "approval: human",
        null,
        List.of(
            Map.of(
                "action",
                "a",
                "target",
                "t",
                "summary",
                "Refund\nRequest 00 \u202e\udb40\udc41\u00a0\u3164\ufe0fé 😀")),
        "ff".repeat(16),
        Instant.EPOCH,
        Instant.EPOCH,
        "Main",
        1);
  }

  @Test
  void aQuestionAndItsUseOutliveTheJvm() throws Exception {
    Asked asked = questions().ask("adk", PLACE, request("1"));
    AskedQuestions next = questions();
    assertThat(next.standing(PLACE)).isEqualTo(asked);
    assertThat(asked.isFor(request("1"))).isTrue();
    assertThat(asked.isFor(request("2"))).isFalse();
    assertThat(next.use(asked, false)).isTrue();
    assertThat(next.use(asked, false)).isFalse();
    assertThat(questions().isUsed(asked)).isTrue();
    assertThat(questions().use(asked, false)).isFalse();
    assertThat(next.standing(AskedQuestions.place(Map.of("call", "two")))).isNull();
  }

  @Test
  void aJvmRemembersWhatItAskedAndUsedWhateverBecomesOfTheFiles() throws Exception {
    AskedQuestions questions = questions();
    Asked asked = questions.ask("adk", PLACE, request("1"));
    questions.use(asked, false);
    try (var files = Files.list(directory.resolve("state/asked"))) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    assertThat(questions.standing(PLACE)).isEqualTo(asked);
    assertThat(questions.isUsed(asked)).isTrue();
    assertThat(questions.use(asked, false)).isFalse();
  }

  @Test
  void ofTwentyWhoUseItAtATimeOneDoes() throws Exception {
    AskedQuestions one = questions();
    AskedQuestions other = questions();
    Asked asked = one.ask("adk", PLACE, request("1"));
    CyclicBarrier together = new CyclicBarrier(20);
    ExecutorService pool = Executors.newFixedThreadPool(20);
    try {
      List<Callable<Boolean>> uses = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        AskedQuestions jvm = i % 2 == 0 ? one : other;
        uses.add(
            () -> {
              together.await();
              return jvm.use(asked, false);
            });
      }
      int used = 0;
      for (Future<Boolean> use : pool.invokeAll(uses)) {
        used += use.get() ? 1 : 0;
      }
      assertThat(used).isEqualTo(1);
    } finally {
      pool.shutdown();
    }
  }

  @Test
  void whatIsNoQuestionOfThisPlaceAndTimeIsRefused() throws Exception {
    Asked asked = questions().ask("adk", PLACE, request("1"));
    Path file = directory.resolve("state/asked/" + PLACE + ".asked.json");
    String text = Files.readString(file);
    String[] others = {
      text.replace("\"adk\"", "7"),
      text.replace(PLACE, "0".repeat(64)),
      text.replace(asked.expiresAt().toString(), asked.expiresAt().plusSeconds(90).toString()),
      text.substring(1),
      text.replace("\"v\":1", "\"v\":2"),
      ""
    };
    for (String other : others) {
      Files.writeString(file, other);
      assertThatThrownBy(() -> questions().standing(PLACE))
          .as(other)
          .isInstanceOf(MalformedApprovalException.class);
    }
  }

  /** Whoever waited for its other end would keep every caller of this JVM waiting. */
  @DisabledOnOs(OS.WINDOWS)
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  @Test
  void aPipeOrALinkInThePlaceOfAQuestionIsNoneAndGivesWayToOne() throws Exception {
    questions().ask("adk", PLACE, request("1"));
    Path file;
    try (var files = Files.walk(directory)) {
      file =
          files.filter(each -> each.getFileName().toString().startsWith(PLACE)).findFirst().get();
    }
    Files.delete(file);
    assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
    assertThatThrownBy(() -> questions().standing(PLACE))
        .isInstanceOf(MalformedApprovalException.class);
    Files.delete(file);
    Files.createSymbolicLink(file, Path.of("/dev/zero"));
    assertThatThrownBy(() -> questions().standing(PLACE))
        .isInstanceOf(MalformedApprovalException.class);
    Asked asked = questions().ask("adk", PLACE, request("1"));
    assertThat(questions().standing(PLACE)).isEqualTo(asked);
  }

  @Test
  void anAnswerIsForItsTime() throws Exception {
    AskedQuestions questions = questions();
    Asked asked = questions.ask("adk", PLACE, request("1"));
    Grant grant = questions.grant(asked);
    assertThat(grant.isFor("1".repeat(64))).isTrue();
    assertThat(questions.isOver(asked)).isFalse();
    now = now.plus(TTL);
    assertThat(questions.isOver(asked)).isTrue();
    assertThat(grant.isOver()).isTrue();
  }

  @Test
  void whatIsOverIsClearedAwayTheMarkLast() throws Exception {
    Asked asked = questions().ask("adk", PLACE, request("1"));
    questions().use(asked, false);
    now = now.plus(TTL).plus(TTL).plusSeconds(60);
    questions().ask("adk", AskedQuestions.place(Map.of("call", "two")), request("2"));
    assertThat(questions().standing(PLACE)).isNull();
    assertThat(questions().isUsed(asked)).isTrue();
    now = now.plus(TTL);
    questions().ask("adk", AskedQuestions.place(Map.of("call", "three")), request("2"));
    assertThat(questions().isUsed(asked)).isFalse();
    assertThat(questions().isOver(asked)).isTrue();
  }

  /** A yes that is never taken back: neither time, nor a restart, nor another question helps it. */
  @Test
  void aYesThatStandsIsUsedOnceUntilSomethingElseIsHeard() throws Exception {
    AskedQuestions jvm = questions();
    AskedQuestions.Put first = jvm.standOrAsk("method", PLACE, request("1"));
    assertThat(first.isNew()).isTrue();
    assertThat(first.lastYes()).isNull();
    assertThat(jvm.standOrAsk("method", PLACE, request("1")).asked()).isEqualTo(first.asked());
    assertThat(jvm.use(first.asked(), true)).isTrue();
    for (int i = 0; i < 4; i++) {
      now = now.plus(TTL).plus(TTL).plusSeconds(60);
      AskedQuestions.Put next = questions().standOrAsk("method", PLACE, request("1"));
      assertThat(next.isNew()).isTrue();
      assertThat(next.lastYes()).isEqualTo(first.asked().id());
      assertThat(questions().use(next.asked(), true)).isFalse();
      questions().heardOtherwise(next.asked(), first.lastYes());
      questions().heardOtherwise(next.asked(), "another");
    }
    AskedQuestions.Put last = questions().standOrAsk("method", PLACE, request("1"));
    questions().heardOtherwise(last.asked(), last.lastYes());
    assertThat(questions().standOrAsk("method", PLACE, request("1")).lastYes()).isNull();
    assertThat(questions().use(last.asked(), true)).isTrue();
  }

  /** The same yes, heard by two JVMs, or by two calls that were asked about it at other times. */
  @Test
  void ofTwoQuestionsThatOneYesAnswersOneIsUsed() throws Exception {
    AskedQuestions one = questions();
    AskedQuestions other = questions();
    Asked before = one.standOrAsk("method", PLACE, request("1")).asked();
    now = now.plus(TTL);
    Asked after = other.standOrAsk("method", PLACE, request("1")).asked();
    assertThat(after).isNotEqualTo(before);
    assertThat(one.use(before, true)).isTrue();
    assertThat(other.use(after, true)).isFalse();
  }

  @Test
  void aJvmRemembersAYesThatStandsWhateverBecomesOfItsFile() throws Exception {
    AskedQuestions jvm = questions();
    Asked asked = jvm.standOrAsk("method", PLACE, request("1")).asked();
    assertThat(jvm.use(asked, true)).isTrue();
    Path file = directory.resolve("state/asked/yes/" + PLACE);
    Files.delete(file);
    assertThat(jvm.standOrAsk("method", PLACE, request("1")).lastYes()).isEqualTo(asked.id());
    Files.createSymbolicLink(file, directory.resolve("nothing"));
    assertThat(questions().standOrAsk("method", PLACE, request("1")).lastYes()).isNotNull();
  }

  /** It is a yes that nobody takes back, and nobody waits for its other end. */
  @DisabledOnOs(OS.WINDOWS)
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  @Test
  void aPipeInThePlaceOfAYesIsOneThatWasUsed() throws Exception {
    AskedQuestions jvm = questions();
    Asked asked = jvm.standOrAsk("method", PLACE, request("1")).asked();
    Path file = directory.resolve("state/asked/yes/" + PLACE);
    assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
    assertThat(jvm.standOrAsk("method", PLACE, request("1")).lastYes()).isNotNull();
    assertThat(jvm.use(asked, true)).isFalse();
    jvm.heardOtherwise(asked, null);
    assertThat(file).exists();
  }

  @Test
  void whereNoFurtherYesCanBeRememberedOnlyTheQuestionIsAnAnswer() throws Exception {
    AskedQuestions jvm = new AskedQuestions(directory.resolve("state").toString(), TTL, clock, 1);
    Asked first = jvm.standOrAsk("method", PLACE, request("1")).asked();
    assertThat(jvm.isFull()).isFalse();
    assertThat(jvm.use(first, true)).isTrue();
    assertThat(jvm.isFull()).isTrue();
    String elsewhere = AskedQuestions.place(Map.of("call", "two"));
    Asked second = jvm.standOrAsk("method", elsewhere, request("2")).asked();
    assertThatThrownBy(() -> jvm.use(second, true)).isInstanceOf(IOException.class);
    jvm.named(second);
    assertThat(jvm.use(second, true)).isTrue();
    Asked third = jvm.standOrAsk("method", PLACE, request("1")).asked();
    jvm.heardOtherwise(third, first.id());
    assertThat(jvm.isFull()).isFalse();
  }

  @Test
  void anInterruptedThreadAsksAndUsesAndStaysInterrupted() throws Exception {
    Thread.currentThread().interrupt();
    AskedQuestions questions = questions();
    Asked asked = questions.ask("adk", PLACE, request("1"));
    assertThat(questions.use(asked, false)).isTrue();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void whereNothingCanBeKeptNobodyIsAsked() throws Exception {
    Files.writeString(directory.resolve("state"), "a file");
    assertThatThrownBy(() -> questions().ask("adk", PLACE, request("1")))
        .isInstanceOf(IOException.class);
  }

  @Test
  void whatAModelMadeUpIsNoLineOfTheQuestion() {
    Asked asked = questions().draw("adk", PLACE, request("1"));
    assertThat(QuestionText.of(asked, request("1")).lines())
        .containsExactly(
            "Approve refund? approval: human",
            "Refund\\u{a}Request 00 \\u{202e}\\u{e0041}\\u{a0}\\u{3164}\\u{fe0f}é 😀",
            "Request " + "1".repeat(64) + ", question " + asked.id());
  }
}
