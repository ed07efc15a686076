package dev.countersign.it.preview;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.Acts;
import com.example.acts.preview.PreviewActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.ActTable;
import dev.countersign.it.ActTable.Row;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Previews of the application (spec 4): what they may say, and that they cannot do anything. Each
 * row {@code call:X} stands beside {@code directly:X}, the same code in no preview, which does it
 * with and without the agent.
 */
class PreviewIT {

  /** Sockets and native code are not watched by this configuration, and closed all the same. */
  private static final String ROWS =
      """
      -    call:map             ended none       ended none
      P32  call:logs            ended none       ended none
      P32  directly:logs        ended none       ended none
      -    first                ended none       ended none
      -    poolOfAPreview       java.lang.NullPointerException none  ended +fired
      -    jettysOfAPreview     ended +fired     ended +fired
      -    tomcatsOfAPreview    ended +fired     ended +fired
      -    jbosssOfAPreview     ended +fired     ended +fired
      P33  sharedTask           ended +fired     ended +fired
      P33  sharedTaskDirectly   ended +late      ended +late
      P36  takenOut             ended none       ended none
      P36  takenOutDirectly     ended +fired     ended +fired
      P34  promised             ended +fired     ended +fired
      P35  heard                ended none       ended none
      P35  heardDirectly        ended +fired     ended +fired
      -    call:record          ended none       ended none
      -    call:text            ended none       ended none
      -    call:none            ended none       ended none
      -    configured           ended none       ended none
      -    declared             ended +made      ended +made
      P01  call:exec            ended none       CS-INTERNAL none
      P01  directly:exec        ended +fired     ended +fired
      P02  call:onAThread       ended none       CS-INTERNAL none
      P02  directly:onAThread   ended +fired     ended +fired
      P03  call:inAPool         ended none       CS-INTERNAL none
      P03  directly:inAPool     ended +fired     ended +fired
      P04  call:inTheCommonPool      ended none    CS-INTERNAL none
      P04  directly:inTheCommonPool  ended +fired  ended +fired
      P05  call:byATimer        ended none       CS-INTERNAL none
      P05  directly:byATimer    ended +fired     ended +fired
      P06  call:byAFuture       ended none       CS-INTERNAL none
      P06  directly:byAFuture   ended +fired     ended +fired
      P07  call:byWhoWaits      ended none       CS-INTERNAL none
      P07  whoWaits             ended +fired     ended +fired
      P08  call:hidden          ended none       CS-INTERNAL none
      P08  directly:hidden      ended +fired     ended +fired
      P09  call:connection      ended none       CS-INTERNAL none
      P09  directly:connection  ended +fired     ended +fired
      P10  call:client          ended none       CS-INTERNAL none
      P10  directly:client      ended +fired     ended +fired
      P11  call:socket          ended none       CS-INTERNAL none
      P11  directly:socket      ended +fired     ended +fired
      P12  call:load            ended none       CS-INTERNAL none
      P12  directly:load        ended +fired     ended +fired
      P37  directly:opens       ended +fired     ended +fired
      P37  call:opens           ended none       CS-INTERNAL none
      P38  directly:nio         ended +fired     ended +fired
      P38  call:nio             ended none       CS-INTERNAL none
      P39  directly:epoll       ended +fired     ended +fired
      P39  call:epoll           ended none       CS-INTERNAL none
      P40  directly:reactor     ended +fired     ended +fired
      P40  call:reactor         ended none       CS-INTERNAL none
      P41  directly:downcall    ended +fired     ended +fired
      P41  call:downcall        ended none       CS-INTERNAL none
      P13  call:exit            ended none       CS-INTERNAL none
      P14  call:halt            ended none       CS-INTERNAL none
      P15  call:shutdownHook    ended none       CS-INTERNAL none
      P15  directly:shutdownHook  ended +fired   ended +fired
      P16  call:tool            ended none       CS-INTERNAL none
      P16  directly:tool        ended +fired     ended +fired
      P20  call:throws          ended none       CS-INTERNAL none
      P21  call:overflows       ended none       CS-INTERNAL none
      P22  call:outOfMemory     ended none       CS-INTERNAL none
      P23  call:cycle           ended none       CS-INTERNAL none
      P24  call:hugeText        ended none       CS-INTERNAL none
      P25  call:manyChanges     ended none       CS-INTERNAL none
      P26  call:wrongType       ended none       CS-INTERNAL none
      P27  call:wrongMember     ended none       CS-INTERNAL none
      P28  call:notExtended     ended none       CS-INTERNAL none
      P29  call:null            ended none       CS-UNBOUND none
      P30  missing              ended none       CS-INTERNAL none
      P31  undeclared           ended none       CS-UNBOUND none
      -    validate:map         ended none       ended none
      -    validate:exec        ended none       ended none
      -    validate:preflight:exec  ended none   ended none
      -    validate:throws      ended none       ended none
      -    asks:declared        ended none       ended none
      """;

  /** They take as long as a preview may, or leave something behind: on one JDK. */
  private static final String SLOW_ROWS =
      """
      P17  later                java.lang.NullPointerException none  ended none
      P17  laterDirectly        ended +fired     ended +fired
      P18  locked               ended none       CS-INTERNAL none
      P18  directly:lock        ended +fired     ended +fired
      """;

  private static final ActTable TABLE =
      ActTable.of(PreviewIT::application, PreviewActs.class, PreviewIT::rows);

  /** In {@code observe} the call goes on, and what its preview attempts is refused all the same. */
  private static final String OBSERVED_ROWS =
      """
      -    call:map             ended none       ended none
      P01  call:exec            ended none       ended none
      P01  directly:exec        ended +fired     ended +fired
      P03  call:inAPool         ended none       ended none
      P03  directly:inAPool     ended +fired     ended +fired
      P08  call:hidden          ended none       ended none
      P09  call:connection      ended none       ended none
      P12  call:load            ended none       ended none
      P13  call:exit            ended none       ended none
      P37  directly:opens       ended +fired     ended +fired
      P37  call:opens           ended none       ended none
      P16  call:tool            ended none       ended none
      P20  call:throws          ended none       ended none
      P23  call:cycle           ended none       ended none
      P29  call:null            ended none       ended none
      P30  missing              ended none       ended none
      P31  undeclared           ended none       ended none
      -    validate:exec        ended none       ended none
      """;

  private static final ActTable OBSERVED =
      ActTable.of(
          jdk ->
              libraries(jdk)
                  .configured(
                      AgentRun.config("preview.yaml").replace("mode: enforce", "mode: observe")),
          PreviewActs.class,
          OBSERVED_ROWS);

  private static AgentRun.Builder application(Jdk jdk) {
    return libraries(jdk).with("preview.yaml");
  }

  private static AgentRun.Builder libraries(Jdk jdk) {
    AgentRun.Builder builder =
        AgentRun.on(jdk)
            .libraries(
                "netty-",
                "reactor-",
                "reactive-streams",
                "slf4j-api",
                "jetty-util",
                "tomcat-embed",
                "jboss-",
                "wildfly-common");
    return jdk.feature() < 22
        ? builder.jvm(
            "--add-modules", "jdk.incubator.foreign", "--enable-native-access=ALL-UNNAMED")
        : builder;
  }

  static Stream<Row> observed() {
    return OBSERVED.rows().filter(row -> row.jdk() == first());
  }

  private static Jdk first() {
    return Jdks.tested().findFirst().orElseThrow();
  }

  @ParameterizedTest(name = "observe {0}")
  @MethodSource("observed")
  void isClosedWhereNothingElseIsRefused(Row row) {
    OBSERVED.shows(row);
  }

  @Test
  void whatAPreviewAttemptsInObserveIsAFindingAndWouldBeRefused() {
    Books attempting = OBSERVED.books(first(), "call:exec");
    assertThat(findings(attempting, "allow")).containsExactly("preview_attempted_effect");
    JsonNode record = attempting.decisionOf(attempting.events("allow").get(0));
    assertThat(record.path("would_refuse").asText()).isEqualTo("CS-INTERNAL");
    assertThat(OBSERVED.with(first(), "call:exec").printed()).contains("ran refund");
    assertThat(OBSERVED.with(first(), "call:null").printed()).contains("ran refund");
  }

  private static String rows(Jdk jdk) {
    return jdk == first() ? ROWS + SLOW_ROWS : ROWS;
  }

  static Stream<Row> table() {
    return TABLE.rows();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("table")
  void isSafe(Row row) {
    TABLE.shows(row);
  }

  @OnEachJdk
  void theRecordHasWhatThePreviewSaid(Jdk jdk) {
    Books books = TABLE.books(jdk, "call:map");
    JsonNode record = books.decisionOf(books.events("allow").get(0));

    assertThat(record.at("/predicted_changes/0/action").asText()).isEqualTo("refund");
    assertThat(record.at("/predicted_changes/0/target").asText()).isEqualTo("orders.7");
    assertThat(record.at("/predicted_changes/0/x-ticket/n").asInt()).isEqualTo(1);
  }

  @OnEachJdk
  void aToolThatDoesNotDiscloseLeavesADigest(Jdk jdk) {
    Books books = TABLE.books(jdk, "configured");
    JsonNode record = books.decisionOf(books.events("allow").get(0));

    assertThat(record.at("/predicted_changes").asText()).matches("sha256:[0-9a-f]{64}");
  }

  @OnEachJdk
  void declaredEffectsAreAPreview(Jdk jdk) {
    Books books = TABLE.books(jdk, "declared");
    JsonNode record = books.decisionOf(books.events("allow").get(0));

    assertThat(record.at("/predicted_changes/0/action").asText()).isEqualTo("exec");
    assertThat(record.at("/predicted_changes/0/summary").asText())
        .isEqualTo("Start truncate: name → argv[2] \"made\"");
    assertThat(TABLE.with(jdk, "asks:declared").printed()).contains("change exec truncate");
  }

  @OnEachJdk
  void whatAPreviewAttemptsIsAFindingAgainstItsTool(Jdk jdk) {
    Books attempting = TABLE.books(jdk, "call:exec");
    assertThat(findings(attempting, "deny")).containsExactly("preview_attempted_effect");
    assertThat(attempting.entries()).hasSize(1);
    assertThat(attempting.decisionOf(attempting.events("deny").get(0)).path("detail").asText())
        .isEqualTo("preview: it attempted what was refused (process start)");
    assertThat(findings(TABLE.books(jdk, "call:throws"), "deny")).isEmpty();
  }

  @OnEachJdk
  void validateTellsWhatThePreviewSaid(Jdk jdk) {
    assertThat(TABLE.with(jdk, "validate:map").printed())
        .contains("change refund orders.7", "module_preflight: the order is old");
    // The call before it was allowed or denied; asking left nothing.
    assertThat(TABLE.books(jdk, "validate:map").events("allow")).hasSize(1);
    assertThat(TABLE.books(jdk, "validate:map").events("deny")).isEmpty();
  }

  @OnEachJdk
  void whatFailsIsAWarning(Jdk jdk) {
    assertThat(TABLE.with(jdk, "validate:exec").printed())
        .contains(
            "valid true", "module_preview: preview: it attempted what was refused (process start)");
    assertThat(TABLE.with(jdk, "validate:throws").printed())
        .contains(
            "valid true", "module_preview: preview: it threw java.lang.IllegalStateException");
    assertThat(TABLE.with(jdk, "validate:preflight:exec").printed())
        .contains(
            "valid true",
            "module_preflight: preflight: it attempted what was refused (process start)");
    assertThat(TABLE.run(jdk).stdout()).doesNotContain("hunter2");
  }

  /** What {@code call:exit} would have done. */
  @Test
  void exitEndsTheJvmElsewhere() {
    AgentRun run =
        application(first()).main(Acts.class, PreviewActs.class.getName(), "directly:exit");

    assertThat(run.exitCode()).isEqualTo(7);
  }

  private static List<String> findings(Books books, String event) {
    return books.events(event).stream()
        .flatMap(
            entry -> {
              Stream.Builder<String> all = Stream.builder();
              books.decisionOf(entry).path("findings").forEach(each -> all.add(each.asText()));
              return all.build();
            })
        .toList();
  }
}
