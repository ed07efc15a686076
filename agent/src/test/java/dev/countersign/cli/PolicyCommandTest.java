package dev.countersign.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Json;
import dev.countersign.verify.SchemaCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyCommandTest {

  private static final String RULES =
      """
      bundle: refunds-bot
      version: 3
      mode: enforce
      default: deny
      layers:
        - level: team
          version: 1
          rules:
            - id: small
              when: invoke of "refund" where arguments.amount <= 100
              verdict: allow
              reason: small change
        - level: platform
          version: 1
          rules:
            - id: weekend
              when: any effect where actor.role = "intern"
              verdict: requires_approval
              reason: interns ask
      """;

  private static final String CASES =
      """
      cases:
        - name: small
          request: { verb: invoke, intent: { tool: refund, arguments: { amount: 100 } } }
          expect: allow
          rule: small
        - name: large
          request: { verb: invoke, intent: { tool: refund, arguments: { amount: 101 } } }
          expect: deny
          rule: default
        - name: intern
          request: { verb: exec, intent: { argv: [ls] } }
          actor: { role: intern }
          expect: requires_approval
      """;

  private static final String RHO =
      "{\"v\":1,\"verb\":\"invoke\",\"intent\":{\"tool\":\"refund\",\"arguments\":{\"amount\":\"7\"}}}";

  @TempDir private Path directory;
  private String rules;

  @BeforeEach
  void write() throws IOException {
    rules = Files.writeString(directory.resolve("rules.yaml"), RULES).toString();
    Files.writeString(directory.resolve("rules.cases.yaml"), CASES);
  }

  @Test
  void lintOfGoodRulesIsClean() {
    Ran ran = Ran.with("policy", "lint", rules);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.exit()).isZero();
    assertThat(ran.out())
        .startsWith(rules + ": bundle refunds-bot version 3, 2 rules, default deny, sha256:");
  }

  @Test
  void whatDoesNotCompileIsAFindingWithItsPlace() {
    Ran ran = Ran.reading(RULES.replace("<= 100", "less 100"), "policy", "lint");
    assertThat(ran.exit()).isEqualTo(Exit.FAILED);
    assertThat(ran.err())
        .startsWith(
            "countersign: standard input:10:57 layers[0].rules[0].when: expected a"
                + " comparison after arguments.amount, like =, !=");
    assertThat(ran.out()).isEmpty();
  }

  @Test
  void whatDoesLessThanItSeemsIsAFindingAsWell() {
    Ran ran = Ran.reading(RULES.replace("default: deny", "default: allow"), "policy", "lint");
    assertThat(ran.exit()).isEqualTo(Exit.FAILED);
    assertThat(ran.err())
        .isEqualTo(
            "countersign: warning: standard input:10:15 layers[0].rules[0].when: allows what"
                + " default: allow allows anyhow; an allow never takes back what another rule denies."
                + " Set default: deny, or remove the rule\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "send where url starts with \"https://api.example.com\"",
        "send where (method = \"GET\" or not url starts with \"http\") and url starts with \"https://a\"",
      })
  void anOpenUrlIsAFinding(String sentence) {
    String open = RULES.replace("invoke of \"refund\" where arguments.amount <= 100", sentence);
    Ran ran = Ran.reading(open, "policy", "lint");
    assertThat(ran.err()).contains("also allows longer host names");
  }

  @Test
  void lintTellsProgramsTheSame() {
    for (String text : new String[] {RULES, RULES.replace("<= 100", "less"), "x: 1"}) {
      Ran ran = Ran.reading(text, "policy", "lint", "--format", "json");
      assertThat(fault("policy-lint.schema.json", ran.out())).isNull();
    }
  }

  @Test
  void casesThatHoldAreClean() {
    Ran ran = Ran.with("policy", "test", rules);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.exit()).isZero();
    assertThat(ran.out())
        .isEqualTo(directory.resolve("rules.cases.yaml") + ": 3 of 3 cases hold\n");
  }

  @Test
  void aCaseThatDoesNotHoldIsAFinding() throws IOException {
    Path cases =
        Files.writeString(
            directory.resolve("other.yaml"),
            """
            cases:
              - name: "large\\nones"
                request: { verb: invoke, intent: { tool: refund, arguments: { amount: 101 } } }
                expect: allow
                rule: small
            """);
    Ran ran = Ran.with("policy", "test", rules, cases.toString());
    assertThat(ran.exit()).isEqualTo(Exit.FAILED);
    assertThat(ran.out())
        .isEqualTo(
            "FAILED  \"large\\nones\": expected allow by \"small\", came deny by \"default\"\n"
                + "no case reaches: weekend, small\n"
                + cases
                + ": 0 of 1 cases hold\n");
    Ran json = Ran.with("policy", "test", rules, cases.toString(), "--format", "json");
    assertThat(fault("policy-test.schema.json", json.out())).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "cases: []",
        "cases: [1]",
        "cases: [{name: a, request: {verb: run, intent: {}}, expect: deny}]",
        "cases: [{name: a, request: {verb: exec}, expect: deny}]",
        "cases: [{name: a, request: {verb: exec, intent: {}}, expect: maybe}]",
        "cases: [{name: a, request: {verb: exec, intent: {}}, expect: deny, when: x}]",
        "cases: [{request: {verb: exec, intent: {}}, expect: deny}]",
        "cases: [",
      })
  void casesThatCannotBeReadAreRefused(String text) throws IOException {
    Path cases = Files.writeString(directory.resolve("other.yaml"), text);
    Ran ran = Ran.with("policy", "test", rules, cases.toString());
    assertThat(ran.exit()).isEqualTo(Exit.FAILED);
    assertThat(ran.err()).startsWith("countersign: " + cases).doesNotContain("\tat ");
    assertThat(ran.out()).isEmpty();
  }

  @Test
  void explainSaysWhichRuleDecidesAndWhy() {
    Ran ran = Ran.reading(RHO, "policy", "explain", rules, "--request", "-");
    assertThat(ran.err()).isEmpty();
    assertThat(ran.exit()).isZero();
    assertThat(ran.out())
        .isEqualTo(
            """
            deny: default
            layer team
                small does not match, allow: invoke of "refund" where arguments.amount <= 100
                    arguments.amount <= 100: cannot tell: the value is of another kind, so that a deny matches and an allow does not
            layer platform
                weekend does not match, requires_approval: any effect where actor.role = "intern"
                    actor.role = "intern": does not hold
            default deny
            """);
  }

  @Test
  void explainTakesTheActorAndTellsProgramsTheSame() throws IOException {
    Path actor = Files.writeString(directory.resolve("actor.json"), "{\"role\":\"intern\"}");
    Ran ran =
        Ran.reading(RHO, "policy", "explain", rules, "--request", "-", "--actor", actor.toString());
    assertThat(ran.out()).startsWith("requires_approval: weekend (platform), \"interns ask\"\n");
    Ran json =
        Ran.reading(
            RHO,
            "policy",
            "explain",
            rules,
            "--request",
            "-",
            "--actor",
            actor.toString(),
            "--format",
            "json");
    assertThat(fault("policy-explain.schema.json", json.out())).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"lint", "test", "explain"})
  void everyCommandPrintsItsSchema(String command) {
    Ran ran = Ran.with("policy", command, "--schema");
    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).contains("https://json-schema.org/draft/2020-12/schema");
  }

  @ParameterizedTest
  @ValueSource(strings = {"policy", "policy test", "policy explain x", "policy explain"})
  void whatIsMissingIsUsage(String command) {
    Ran ran = Ran.with(command.split(" "));
    assertThat(ran.exit()).isEqualTo(Exit.USAGE);
    assertThat(ran.err()).startsWith("countersign: Missing");
  }

  private static String fault(String schema, String json) {
    return SchemaCheck.of(schema).fault(Json.parse(json));
  }
}
