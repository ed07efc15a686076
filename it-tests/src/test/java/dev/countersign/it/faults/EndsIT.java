package dev.countersign.it.faults;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.faults.EndActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How a JVM can end amid its calls (B56 f, g): no effect is without its allow, and the books never
 * say more than is known.
 */
class EndsIT {

  private static final int CLEAN = 0;
  private static final int INCOMPLETE = 3;

  private static AgentRun.Builder on(Jdk jdk, String durability) {
    return AgentRun.on(jdk)
        .configured(
            AgentRun.config("faults.yaml")
                + "ledger: { dir: \"@work@/../ledger\", durability: "
                + durability
                + " }\n");
  }

  /** With segments of a few calls each, and a checkpoint of every ten entries. */
  private static AgentRun.Builder rotating(Jdk jdk, String durability) {
    return AgentRun.on(jdk)
        .file("key.pem", KEYS.privatePem())
        .configured(
            AgentRun.config("faults.yaml")
                + "ledger: { dir: \"@work@/../ledger\", rotate: { size: 16KiB }, durability: "
                + durability
                + " }\nreceipts: { checkpoint: { every: 10, key: \"@work@/key.pem\" } }\n");
  }

  private static final SigningKeys KEYS = SigningKeys.make();

  /**
   * Four on each JDK, some 5,000 effects; {@code COUNTERSIGN_KILLS} in the environment for more.
   */
  static Stream<Arguments> kills() {
    Random random = new Random();
    String more = System.getenv("COUNTERSIGN_KILLS");
    int each = more == null ? 4 : Integer.parseInt(more);
    return Jdks.tested()
        .flatMap(
            jdk ->
                IntStream.range(0, each)
                    .mapToObj(
                        i ->
                            Arguments.of(
                                jdk,
                                i % 4 == 3 ? "fsync" : "write",
                                i % 2 == 0 || i % 4 == 3,
                                random.nextInt(1_000_000))));
  }

  /** The name of the test has the seed; {@code EndActs killed SEED} does it again. */
  @ParameterizedTest(name = "{1}, rotating {2}, seed {3}, on {0}")
  @MethodSource("kills")
  void aKilledJvmLeavesNoEffectWithoutItsAllow(
      Jdk jdk, String durability, boolean rotating, int seed) throws IOException {
    AgentRun run =
        (rotating ? rotating(jdk, durability) : on(jdk, durability))
            .main(EndActs.class, "killed", String.valueOf(seed));

    assertThat(run).exitedWith(128 + 9);
    AllowedNotes notes = everyEffectHasItsAllow(run, 200);
    assertThat(notes.chains()).isEqualTo(1);
    // The kernel may stop a write amid a line; what was begun there never happened.
    assertSays(run, INCOMPLETE, "in_progress");
    if (rotating) {
      assertThat(notes.segments()).isGreaterThan(10);
      checkpointsAreOfThisChain(run, INCOMPLETE);
    }
    tell(jdk, durability, notes, AllowedNotes.happened(run).size());
  }

  private static void checkpointsAreOfThisChain(AgentRun run, int code) throws IOException {
    Path key = Files.writeString(run.directory().resolve("public.pem"), KEYS.publicPem());
    AgentRun verify =
        run.command(
            "verify",
            "--format",
            "json",
            "--checkpoint-key",
            "ed25519:" + key,
            run.ledger().toString());
    assertThat(verify).exitedWith(code).printedSomewhere("\"checkpoints\": \"verified\"");
  }

  /** For the table in the documentation, where a campaign was asked for. */
  private static void tell(Jdk jdk, String durability, AllowedNotes notes, int effects) {
    if (System.getenv("COUNTERSIGN_KILLS") != null) {
      System.out.println(
          "killed on "
              + jdk
              + ", "
              + durability
              + ": effects "
              + effects
              + ", allowed "
              + notes.count()
              + ", segments "
              + notes.segments()
              + (notes.torn() ? ", a line torn" : ""));
    }
  }

  @OnEachJdk
  void aJvmThatHaltsUnderLoadLeavesNoEffectWithoutItsAllow(Jdk jdk) {
    AgentRun run = on(jdk, "write").main(EndActs.class, "haltedUnderLoad");

    assertThat(run).exitedWith(3);
    everyEffectHasItsAllow(run, 500);
    assertSays(run, INCOMPLETE, "in_progress");
  }

  /** Who calls after the books are closed is refused, and what is under way has an end in them. */
  @OnEachJdk
  void aJvmThatExitsUnderLoadHasAnEndForEveryCall(Jdk jdk) throws IOException {
    AgentRun run = rotating(jdk, "write").main(EndActs.class, "exitedUnderLoad");

    assertThat(run).exitedWith(3);
    AllowedNotes notes = everyEffectHasItsAllow(run, 500);
    // The start of the agent is an act, and each further segment begins with one.
    assertThat(notes.outcomes()).isEqualTo(notes.count() + notes.segments());
    assertSays(run, CLEAN, "finalized");
    checkpointsAreOfThisChain(run, CLEAN);
  }

  @OnEachJdk
  void haltInsideAToolLeavesItsAllowWithoutAnOutcome(Jdk jdk) {
    AgentRun run = on(jdk, "write").main(EndActs.class, "haltInTool");

    assertThat(run).exitedWith(3);
    assertThat(AllowedNotes.happened(run)).containsExactly("n000000", "n000001");
    Books books = Books.of(run);
    assertThat(books.allowedScopes()).containsExactly("tool.note", "tool.note_and_end");
    assertThat(books.events("outcome")).hasSize(2); // of the start and of the first call
    assertSays(run, INCOMPLETE, "in_progress");
  }

  @OnEachJdk
  void exitInsideAToolIsAbandoned(Jdk jdk) {
    AgentRun run = on(jdk, "write").main(EndActs.class, "exitInTool");

    assertThat(run).exitedWith(3);
    assertThat(run.stdout()).isEqualTo(run.withoutAgent().stdout());
    assertThat(AllowedNotes.happened(run)).containsExactly("n000000", "n000001");
    Books books = Books.of(run);
    JsonNode outcome = books.outcomeOf(books.allows("tool.note_and_end").get(0));
    assertThat(outcome.path("body_state").asText()).isEqualTo("abandoned");
    assertSays(run, CLEAN, "finalized");
  }

  @OnEachJdk
  void whatAnApplicationsOwnShutdownHookCallsIsInTheBooks(Jdk jdk) {
    AgentRun run = on(jdk, "write").main(EndActs.class, "callInHook");

    assertThat(run).succeeded().sameAsWithoutAgent().deniedNothing().booksVerify();
    assertThat(AllowedNotes.happened(run)).containsExactly("n000000", "n000001");
    everyEffectHasItsAllow(run, 2);
  }

  @OnEachJdk
  void aHookThatHaltsLeavesTheBooksInProgress(Jdk jdk) {
    AgentRun run = on(jdk, "write").main(EndActs.class, "haltInHook");

    assertThat(run).exitedWith(3).sameAsWithoutAgent();
    everyEffectHasItsAllow(run, 2);
    assertSays(run, INCOMPLETE, "in_progress");
  }

  /** Each effect once, each with one allow; at least so many happened. */
  static AllowedNotes everyEffectHasItsAllow(AgentRun run, int atLeast) {
    List<String> happened = AllowedNotes.happened(run);
    assertThat(happened.size()).as(run.directory().toString()).isGreaterThanOrEqualTo(atLeast);
    assertThat(new HashSet<>(happened)).hasSameSizeAs(happened);
    AllowedNotes notes = AllowedNotes.in(run.ledger());
    assertThat(happened).as(run.directory().toString()).allMatch(id -> notes.allowed(id) == 1);
    return notes;
  }

  private static void assertSays(AgentRun run, int code, String lifecycle) {
    AgentRun verify = run.command("verify", "--format", "json", run.ledger().toString());
    assertThat(verify).exitedWith(code).printedSomewhere("\"" + lifecycle + "\"");
  }
}
