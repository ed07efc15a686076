package dev.countersign.it.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.policy.IdentityActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.AgentRunAssert;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who acts is said by a method of the application ({@code actor.from}, spec 5.9). */
class IdentityIT {

  /** Number, act, what it does without the agent, what with it. */
  private static final String ROWS =
      """
      -  clerk                    ended none   ended none
      -  clerkAsAMap              ended none   ended none
      -  trainee                  ended none   CS-POLICY none
      -  nobody                   ended none   CS-POLICY none
      -  aRoleThatIsNoText        ended none   CS-POLICY none
      -  whatCannotBeRead         ended none   CS-POLICY none
      -  aTextIsThePrincipal      ended none   CS-POLICY none
      -  nobodyAsked              ended none   CS-POLICY none
      -  itThrows                 ended none   CS-POLICY none
      -  outsideOfAnyFrame        ended none   CS-POLICY none
      -  behindTheFrame           ended none   CS-POLICY none
      -  theNextUserOfThePool     ended none   CS-POLICY none
      -  handedToAPool            ended none   ended none
      -  traineesProgram          ended +made  ended +made
      -  traineesProgramOfNobody  ended +made  CS-POLICY none
      """;

  private static final ActTable TABLE =
      ActTable.of(
          jdk -> AgentRun.on(jdk).configured(AgentRun.config("identity.yaml")),
          IdentityActs.class,
          ROWS);

  static Stream<ActTable.Row> rows() {
    return TABLE.rows();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void isJudgedAsWhoItIs(ActTable.Row row) {
    TABLE.shows(row);
  }

  @OnEachJdk
  void theBooksSayWhoItWasAndWhereNobodyKnew(Jdk jdk) {
    var known = TABLE.books(jdk, "clerk");
    JsonNode clerk = known.decisionOf(known.allows("tool.refund").get(0)).path("actor");
    assertThat(clerk.path("principal").asText()).isEqualTo("anna");
    assertThat(clerk.path("member_state_hash").asText()).startsWith("sha256:");
    var unknown = TABLE.books(jdk, "nobodyAsked");
    JsonNode nobody = unknown.decisionOf(unknown.events("deny").get(0)).path("actor");
    assertThat(nobody.toString()).isEqualTo("{\"agent\":\"handler\",\"member_state\":\"unknown\"}");
    AgentRunAssert.assertThat(TABLE.run(jdk)).booksVerify();
  }
}
