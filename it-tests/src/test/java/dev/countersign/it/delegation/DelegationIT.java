package dev.countersign.it.delegation;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.delegation.DelegationActs;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.countersign.it.ActTable;
import dev.countersign.it.ActTable.Row;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Methods that are agents of their own (spec 5.9): honest delegation, then too much of it. */
class DelegationIT {

  private static final String ROWS =
      """
      -  ownTool                     ended +searched             ended +searched
      -  ownEffect                   ended +made                 ended +made
      -  nested                      ended +searched             ended +searched
      -  parentAfterwards            ended +refunded,+searched   ended +refunded,+searched
      -  onAnotherThread             ended +searched             ended +searched
      -  aPoolForTwoAgents           ended +refunded,+searched   ended +refunded,+searched
      -  recursively                 ended +searched             ended +searched
      -  concurrently                ended +searched             ended +searched
      -  doneWhenItsFutureIs         ended +searched             ended +searched
      -  aToolThatIsAnAgent          ended +searched             ended +searched
      -  fails                       java.lang.IllegalStateException none  java.lang.IllegalStateException none
      -  asManyCallsAsItMay          ended +searched             ended +searched
      -  paysAllThatItMay            ended +paid1000,+paid40.25,+paid60.25  ended +paid1000,+paid40.25,+paid60.25
      -  listsAllThatItMay           ended +listed4,+listed6     ended +listed4,+listed6
      D  paysTooMuch                 ended +paid100.51           CS-POLICY none
      D  paysTooMuchInParts          ended +paid40.3,+paid60.3   CS-POLICY +paid60.3
      D  paysTooMuchInSubAgents      ended +paid40.3,+paid60.3   CS-POLICY +paid60.3
      D  paysMoreThanALongHas        ended +paid1,+paid18446744073709551615  CS-POLICY +paid1
      D  paysBelowZero               ended +paid-100,+paid100    CS-POLICY +paid100
      D  paysWithoutAnAmount         ended +paidnull             CS-POLICY none
      D  listsTooMuch                ended +listed5,+listed6     CS-POLICY +listed6
      D  parentsTool                 ended +refunded             CS-POLICY none
      D  parentsToolOnAnotherThread  ended +refunded             java.util.concurrent.ExecutionException of refused CS-POLICY none
      D  parentsToolInATool          ended +refunded             CS-POLICY none
      D  parentsEffect               ended +made                 CS-POLICY none
      D  widerGrantInside            ended +refunded             CS-POLICY none
      D  nothingToHandOn             ended +searched             CS-POLICY none
      D  oneCallTooMany              ended +read,+searched       CS-POLICY +searched
      D  oneCallTooManyInSubAgents   ended +read,+searched       CS-POLICY +searched
      D  oneCallOfAScopeTooMany      ended +read                 CS-POLICY +read
      D  afterItsEnd                 ended +searched             java.util.concurrent.ExecutionException of refused CS-EXPIRED none
      """;

  private static final ActTable TABLE =
      ActTable.of(
          jdk -> AgentRun.on(jdk).with("delegation.yaml").file("page", "for everybody\n"),
          DelegationActs.class,
          ROWS);

  static Stream<Row> rows() {
    return TABLE.rows();
  }

  @ParameterizedTest
  @MethodSource("rows")
  void comesOutAsInTheTable(Row row) {
    TABLE.shows(row);
  }

  @OnEachJdk
  void eachNodeHoldsNoMoreThanItsParent(Jdk jdk) {
    Books books = TABLE.books(jdk, "nested");

    assertThat(story(books)).containsExactly("spawn", "spawn", "allow", "outcome", "done", "done");
    JsonNode writer = books.events("spawn").get(0);
    JsonNode researcher = books.events("spawn").get(1);
    assertThat(writer.path("agent").asText()).isEqualTo("writer");
    assertThat(researcher.path("parent")).isEqualTo(writer.path("node"));
    assertThat(books.events("allow").get(0).path("node")).isEqualTo(researcher.path("node"));
    assertThat(researcher.at("/granted/ttl").asInt()).isEqualTo(3600);
    assertThat(books.decisionOf(books.events("allow").get(0)).at("/actor/agent").asText())
        .isEqualTo("researcher");
  }

  @OnEachJdk
  void aWiderGrantInsideIsCutToWhatIsHeld(Jdk jdk) {
    Books books = TABLE.books(jdk, "widerGrantInside");

    JsonNode writer = books.events("spawn").get(1);
    assertThat(writer.at("/requested/scopes").toString()).isEqualTo("[\"exec.*\",\"tool.*\"]");
    assertThat(writer.at("/granted/scopes").toString())
        .isEqualTo("[\"exec.touch\",\"tool.read\",\"tool.search\",\"tool.touch\"]");
    JsonNode deny = books.events("deny").get(0);
    assertThat(deny.path("node")).isEqualTo(writer.path("node"));
    assertThat(deny.at("/reasons/1/code").asText()).isEqualTo("scope_not_granted");
    assertThat(deny.at("/reasons/1/requested").asText()).isEqualTo("tool.refund");
    assertThat(deny.path("disposition").asText()).isEqualTo("out_of_authority");
  }

  @OnEachJdk
  void whatIsNotHandedOnIsSaid(Jdk jdk) {
    Books books = TABLE.books(jdk, "nothingToHandOn");

    assertThat(story(books)).containsExactly("spawn", "spawn_denied", "done");
    JsonNode denied = books.events("spawn_denied").get(0);
    assertThat(denied.path("reason").asText()).isEqualTo("no_authority");
    assertThat(denied.path("agent").asText()).isEqualTo("printer");
  }

  /** What leaves the house of all these acts: redacted, and in the words of others. */
  @OnEachJdk
  void theBooksOfAllThatMayBeHandedOn(Jdk jdk) throws IOException {
    AgentRun run = TABLE.run(jdk);
    String ledger = run.ledger().toString();

    AgentRun redacted = run.command("bundle", "--redact", ledger);
    Path bundle = Files.createTempFile("redacted", ".json");
    Files.writeString(bundle, redacted.stdout());
    AgentRun verify = run.command("verify", bundle.toString());
    AgentRun crosswalk = run.command("crosswalk", ledger);
    Files.delete(bundle);

    assertThat(redacted.exitCode()).as(redacted.stderr()).isZero();
    assertThat(redacted.stdout()).contains("\"task\":\"redacted:len=");
    assertThat(verify.exitCode()).as(verify.stdout()).isZero();
    assertThat(crosswalk.exitCode()).as(crosswalk.stderr()).isZero();
    JsonNode records = new ObjectMapper().readTree(crosswalk.stdout()).path("records");
    long denied = Books.of(run).events("deny").size();
    assertThat(denied).isPositive();
    assertThat(records)
        .filteredOn(record -> record.at("/outcome/outcome").asText().equals("blocked"))
        .hasSize((int) denied);
    assertThat(records)
        .filteredOn(record -> record.at("/outcome/outcome").asText().equals("executed"))
        .isNotEmpty();
  }

  @OnEachJdk
  void recursionIsOneNodeAndCallsOfSubAgentsCount(Jdk jdk) {
    assertThat(story(TABLE.books(jdk, "recursively")))
        .containsExactly("spawn", "allow", "outcome", "done");
    assertThat(TABLE.books(jdk, "concurrently").events("spawn")).hasSize(40);
    assertThat(reasonOfDeny(jdk, "oneCallTooMany")).isEqualTo("ceiling_exceeded");
    assertThat(reasonOfDeny(jdk, "oneCallTooManyInSubAgents")).isEqualTo("chain_ceiling");
    assertThat(reasonOfDeny(jdk, "paysTooMuchInParts")).isEqualTo("ceiling_exceeded");
    assertThat(reasonOfDeny(jdk, "paysTooMuchInSubAgents")).isEqualTo("chain_ceiling");
    assertThat(reasonOfDeny(jdk, "paysBelowZero")).isEqualTo("unmetered");
    assertThat(reasonOfDeny(jdk, "paysWithoutAnAmount")).isEqualTo("unmetered");
    assertThat(TABLE.books(jdk, "paysTooMuch").events("spawn").get(0).at("/granted/constraints"))
        .hasToString("[{\"key\":\"max_rows\",\"max\":10},{\"key\":\"max_spend\",\"max\":100.5}]");
  }

  @OnEachJdk
  void aToolThatIsAnAgentIsTheCallersCallAndTheAgentsBody(Jdk jdk) {
    Books books = TABLE.books(jdk, "aToolThatIsAnAgent");

    assertThat(story(books))
        .containsExactly("allow", "spawn", "allow", "outcome", "done", "outcome");
    String node = books.events("spawn").get(0).path("node").asText();
    assertThat(books.events("allow"))
        .extracting(entry -> entry.path("node").asText().equals(node))
        .containsExactly(false, true);
  }

  private static String reasonOfDeny(Jdk jdk, String act) {
    return TABLE.books(jdk, act).events("deny").get(0).at("/reasons/1/code").asText();
  }

  private static List<String> story(Books books) {
    return books.entries().stream().map(entry -> entry.path("event").asText()).toList();
  }
}
