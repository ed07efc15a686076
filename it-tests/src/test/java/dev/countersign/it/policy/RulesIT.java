package dev.countersign.it.policy;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.Acts;
import com.example.acts.policy.RuleActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Layered rules in a running application: what they deny does not happen, in any frame. */
class RulesIT {

  private static final String RULES =
      """
      layers:
        - level: team
          version: 1
          rules:
            - { id: all-calls, when: invoke, verdict: allow, reason: the team trusts its tools }
            - id: ask-first
              when: invoke of "refund" where arguments.amount > 5000
              verdict: requires_approval
              reason: a person decides
        - level: platform
          version: 4
          rules:
            - id: ceiling
              when: invoke of "refund" where arguments.amount > 50000
              verdict: deny
              reason: no refund is that large
            - id: slow
              when: invoke of "refund" where arguments.to matches "(a|aa)+"
              verdict: deny
              reason: an expression that other engines need a lifetime for
            - id: mallory
              when: invoke where arguments.to ends with "mallory"
              verdict: deny
              reason: not to him
            - id: no-secrets
              when: exec where argv[any] contains "secret"
              verdict: deny
              reason: secrets stay where they are
            - id: no-evil
              when: exec of "touch" where argv[1] = "evil"
              verdict: deny
              reason: not by that name
            - id: no-admin
              when: send where host = "127.0.0.1" and url contains "/admin/"
              verdict: deny
              reason: administration is for people
            - id: uncleared
              when: any effect where actor.clearance != "internal"
              verdict: deny
              reason: this bundle is for cleared agents
      """;

  /** Number, act, what it does without the agent, what with it. */
  private static final String TABLE_TEXT =
      """
      -  small               ended none         ended none
      -  smallAsText         ended none         CS-POLICY none
      -  anotherTool         ended none         ended none
      -  large               ended none         CS-POLICY none
      -  largeByExponent     ended none         CS-POLICY none
      -  largeAsText         ended none         CS-POLICY none
      -  largeByTwoKeys      ended none         CS-UNSUPPORTED none
      -  needsApproval       ended none         CS-APPROVAL none
      -  slowExpression      ended none         ended none
      -  deniedByExpression  ended none         CS-POLICY none
      -  behindALineFeed     ended none         CS-POLICY none
      -  copyOpen            ended +copy        ended +copy
      -  copySecret          ended +copy        CS-POLICY none
      -  askOpen             ended none         ended none
      -  askAdmin            ended none         CS-POLICY none
      -  ambientOpen         ended +marker      ended +marker
      -  ambientDenied       ended +evil        CS-POLICY none
      -  elsewhereOpen       ended +other       ended +other
      -  elsewhereDenied     ended +link        CS-POLICY none
      -  pipelineDenied      ended +first,+link  CS-POLICY none
      -  requestElsewhere    ended none         java.lang.RuntimeException of refused CS-POLICY none
      """;

  private static final ActTable TABLE =
      ActTable.of(jdk -> application(jdk, RULES), RuleActs.class, TABLE_TEXT);

  /** The same application with the same entries and no rules: all of it happens. */
  private static final ActTable WITHOUT_RULES =
      ActTable.of(
          jdk -> application(jdk, ""),
          RuleActs.class,
          TABLE_TEXT
              .replaceAll("(\\S+ of refused )?CS-(POLICY|APPROVAL) none", "as without")
              .lines()
              .map(line -> line.replaceFirst("(ended \\S+)( +)as without", "$1$2$1"))
              .reduce("", (all, line) -> all + line + "\n"));

  private static AgentRun.Builder application(Jdk jdk, String rules) {
    return AgentRun.on(jdk)
        .with("rules.yaml", rules)
        .file("open", "content")
        .file("secret", "content");
  }

  static Stream<ActTable.Row> rows() {
    return TABLE.rows();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void whatTheRulesDenyDoesNotHappen(ActTable.Row row) {
    TABLE.shows(row);
  }

  @OnEachJdk
  void withoutRulesAllOfItHappens(Jdk jdk) {
    WITHOUT_RULES.shows(jdk);
  }

  /** A refusal leaves one deny, and its record names the rule that stands in the widest layer. */
  @OnEachJdk
  void aDenySticksAcrossLayersAndTheBooksNameTheRule(Jdk jdk) {
    var books = TABLE.books(jdk, "large");
    JsonNode denied = books.events("deny").get(0);
    assertThat(denied.at("/reasons/0/constraint").asText()).isEqualTo("policy");
    JsonNode record = books.decisionOf(denied);
    assertThat(record.path("verdict").asText()).isEqualTo("deny");
    assertThat(record.path("verdict_reason").asText()).isEqualTo("no refund is that large");
    assertThat(record.at("/policy/matched_policy_id").asText()).isEqualTo("ceiling");
    assertThat(record.at("/policy/cascade_layer").asText()).isEqualTo("platform");
    assertThat(record.at("/guardrail/guardrail_compiler_version").asText()).isEqualTo("1.0.0");
    assertThat(TABLE.with(jdk, "large").stderr())
        .contains(
            "[CS-POLICY] Refused: the policy in force does not allow this tool call. You may"
                + " continue without it or ask for approval.");

    JsonNode allowed = TABLE.books(jdk, "small").events("allow").get(0);
    assertThat(
            TABLE.books(jdk, "small").decisionOf(allowed).at("/policy/matched_policy_id").asText())
        .isEqualTo("all-calls");
  }

  @OnEachJdk
  void observeLetsItHappenAndSaysWhatItWouldHaveRefused(Jdk jdk) {
    AgentRun run =
        AgentRun.on(jdk)
            .configured(
                AgentRun.config("rules.yaml").replace("mode: enforce", "mode: observe") + RULES)
            .file("secret", "content")
            .main(Acts.class, RuleActs.class.getName(), "large", "copySecret");
    assertThat(run).succeeded().deniedNothing();
    var books = Books.of(run);
    assertThat(books.allows("tool.refund"))
        .allSatisfy(
            allow -> {
              assertThat(allow.path("policy").asText()).isEqualTo("unlisted");
              assertThat(books.decisionOf(allow).path("would_refuse").asText())
                  .isEqualTo("CS-POLICY");
            });
    assertThat(books.decisionOf(books.allows("exec.cp").get(0)).path("would_refuse").asText())
        .isEqualTo("CS-POLICY");
  }

  @OnEachJdk
  void aSentenceThatDoesNotCompileStopsTheJvmWithItsPlace(Jdk jdk) {
    AgentRun run =
        application(jdk, RULES.replace("arguments.amount > 50000", "arguments.amount over 50000"))
            .main(Acts.class, RuleActs.class.getName(), "small");
    assertThat(run)
        .notStarted("layers[1].rules[0].when: expected a comparison after arguments.amount");
    assertThat(run.stderr())
        .contains("countersign.yaml:37:57 layers[1].rules[0].when: ")
        .contains("found \"over\"");
  }
}
