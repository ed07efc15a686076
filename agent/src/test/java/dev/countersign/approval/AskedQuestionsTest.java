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
        List.of(Map.of("action", "a", "target", "t", "summary", "Refund\nRequest 00 \u202e")),
        "ff".repeat(16),
        Instant.EPOCH,
        Instant.EPOCH,
        "Main",
        1);
  }

  @Test
  void aQuestionAndItsUseOutliveTheJvm() throws Exception {
    Asked asked = questions().ask("adk", PLACE, request("1"), false);
    AskedQuestions next = questions();
    assertThat(next.standing(PLACE)).isEqualTo(asked);
    assertThat(asked.isFor(request("1"))).isTrue();
    assertThat(asked.isFor(request("2"))).isFalse();
    assertThat(next.use(asked)).isTrue();
    assertThat(next.use(asked)).isFalse();
    assertThat(questions().isUsed(asked)).isTrue();
    assertThat(questions().use(asked)).isFalse();
    assertThat(next.standing(AskedQuestions.place(Map.of("call", "two")))).isNull();
  }

  @Test
  void aJvmRemembersWhatItAskedAndUsedWhateverBecomesOfTheFiles() throws Exception {
    AskedQuestions questions = questions();
    Asked asked = questions.ask("adk", PLACE, request("1"), false);
    questions.use(asked);
    try (var files = Files.list(directory.resolve("state/asked"))) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    assertThat(questions.standing(PLACE)).isEqualTo(asked);
    assertThat(questions.isUsed(asked)).isTrue();
    assertThat(questions.use(asked)).isFalse();
  }

  @Test
  void ofTwentyWhoUseItAtATimeOneDoes() throws Exception {
    AskedQuestions one = questions();
    AskedQuestions other = questions();
    Asked asked = one.ask("adk", PLACE, request("1"), false);
    CyclicBarrier together = new CyclicBarrier(20);
    ExecutorService pool = Executors.newFixedThreadPool(20);
    try {
      List<Callable<Boolean>> uses = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        AskedQuestions jvm = i % 2 == 0 ? one : other;
        uses.add(
            () -> {
              together.await();
              return jvm.use(asked);
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
    Asked asked = questions().ask("adk", PLACE, request("1"), false);
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
    questions().ask("adk", PLACE, request("1"), false);
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
    Asked asked = questions().ask("adk", PLACE, request("1"), false);
    assertThat(questions().standing(PLACE)).isEqualTo(asked);
  }

  @Test
  void anAnswerIsForItsTime() throws Exception {
    AskedQuestions questions = questions();
    Asked asked = questions.ask("adk", PLACE, request("1"), false);
    Grant grant = questions.grant(asked);
    assertThat(grant.isFor("1".repeat(64))).isTrue();
    assertThat(questions.isOver(asked)).isFalse();
    now = now.plus(TTL);
    assertThat(questions.isOver(asked)).isTrue();
    assertThat(grant.isOver()).isTrue();
  }

  @Test
  void whatIsOverIsClearedAwayTheMarkLast() throws Exception {
    Asked asked = questions().ask("adk", PLACE, request("1"), false);
    questions().use(asked);
    now = now.plus(TTL).plus(TTL).plusSeconds(60);
    questions().ask("adk", AskedQuestions.place(Map.of("call", "two")), request("2"), false);
    assertThat(questions().standing(PLACE)).isNull();
    assertThat(questions().isUsed(asked)).isTrue();
    now = now.plus(TTL);
    questions().ask("adk", AskedQuestions.place(Map.of("call", "three")), request("2"), false);
    assertThat(questions().isUsed(asked)).isFalse();
    assertThat(questions().isOver(asked)).isTrue();
  }

  @Test
  void anInterruptedThreadAsksAndUsesAndStaysInterrupted() throws Exception {
    Thread.currentThread().interrupt();
    AskedQuestions questions = questions();
    Asked asked = questions.ask("adk", PLACE, request("1"), false);
    assertThat(questions.use(asked)).isTrue();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void whereNothingCanBeKeptNobodyIsAsked() throws Exception {
    Files.writeString(directory.resolve("state"), "a file");
    assertThatThrownBy(() -> questions().ask("adk", PLACE, request("1"), false))
        .isInstanceOf(IOException.class);
  }

  @Test
  void whatAModelMadeUpIsNoLineOfTheQuestion() {
    Asked asked = questions().draw("adk", PLACE, request("1"), false);
    assertThat(QuestionText.of(asked, request("1")).lines())
        .containsExactly(
            "Approve refund? approval: human",
            "Refund\\u000aRequest 00 \\u202e",
            "Request " + "1".repeat(64) + ", question " + asked.id());
  }
}
