package dev.countersign.guardrail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.effect.Verb;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of whom nobody said who it is: what could be denied is, what could be allowed is not. */
class UnknownActorTest {

  private static final UnknownActor UNKNOWN = new UnknownActor("desk");
  private static final Map<String, Object> REFUND =
      Map.of("tool", "refund", "arguments", Map.of("amount", 100L));

  private static Cascade rule(String condition, Verdict verdict, String otherwise) {
    Map<String, Object> rule = new LinkedHashMap<>();
    rule.put("id", "r");
    rule.put("when", "invoke where " + condition);
    rule.put("verdict", verdict.text());
    rule.put("reason", "because");
    Map<String, Object> layer = new LinkedHashMap<>();
    layer.put("level", "team");
    layer.put("version", 1L);
    layer.put("rules", List.of(rule));
    try {
      return Cascade.of(Map.of("default", otherwise, "layers", List.of(layer)));
    } catch (PolicyException wrong) {
      throw new AssertionError(condition, wrong);
    }
  }

  private static boolean matches(String condition, Verdict verdict, Map<String, Object> actor) {
    String otherwise = verdict == Verdict.ALLOW ? "deny" : "allow";
    return rule(condition, verdict, otherwise).judge(Verb.INVOKE, REFUND, actor).matched();
  }

  /** A condition, and whether a deny and an allow match it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "actor.role = \"trainee\"                                   | true  | false",
        "actor.role != \"trainee\"                                  | true  | false",
        "actor.role is missing                                       | true  | false",
        "actor.role is present                                       | true  | false",
        "not (actor.role is missing)                                 | true  | false",
        "actor.scopes[any] = \"refunds\"                            | true  | false",
        "actor.scopes[every] != \"refunds\"                         | true  | false",
        "count of actor.scopes > 3                                   | true  | false",
        "actor.principal like \"*@acme.example\"                    | true  | false",
        "actor.clearance not in [\"internal\", \"secret\"]          | true  | false",
        "actor.role = \"a\" or actor.role != \"a\"                 | true  | false",
        "actor.role = \"a\" and actor.role != \"a\"                | true  | false",
        "actor.agent = \"desk\"                                     | true  | true",
        "actor.agent = \"other\"                                    | false | false",
        "not (actor.agent = \"desk\")                               | false | false",
        "arguments.amount > 50 and actor.role = \"a\"               | true  | false",
        "arguments.amount > 500 and actor.role = \"a\"              | false | false",
        "arguments.amount > 50 or actor.role = \"a\"                | true  | true",
        "arguments.amount > 500 or not (actor.role = \"a\")         | true  | false",
        "not (arguments.amount > 500 and not (actor.team = \"x\"))  | true  | true",
      })
  void isDeniedWhereItCouldBeAndAllowedWhereItIs(String condition, boolean deny, boolean allow) {
    assertThat(matches(condition, Verdict.DENY, UNKNOWN)).as("deny").isEqualTo(deny);
    assertThat(matches(condition, Verdict.REQUIRES_APPROVAL, UNKNOWN)).as("ask").isEqualTo(deny);
    assertThat(matches(condition, Verdict.ALLOW, UNKNOWN)).as("allow").isEqualTo(allow);
  }

  @Test
  void unknownIsNotMissing() {
    String condition = "actor.role = \"trainee\"";
    assertThat(matches(condition, Verdict.DENY, Map.of())).as("missing").isFalse();
    assertThat(matches(condition, Verdict.DENY, UNKNOWN)).isTrue();
    condition = "actor.role is missing";
    assertThat(matches(condition, Verdict.ALLOW, Map.of())).as("missing").isTrue();
    assertThat(matches(condition, Verdict.ALLOW, UNKNOWN)).isFalse();
  }

  @Test
  void theTraceSaysThatItCannotTell() throws Exception {
    RuleTrace trace =
        rule("arguments.amount > 50 and not (actor.role = \"clerk\")", Verdict.DENY, "allow")
            .explain(Verb.INVOKE, REFUND, UNKNOWN)
            .get(0);
    assertThat(trace.matched()).isTrue();
    assertThat(trace.tests())
        .extracting(RuleTrace.TestTrace::outcome)
        .containsExactly(RuleTrace.Outcome.HOLDS, RuleTrace.Outcome.CANNOT_TELL);
    PolicyCase unknown =
        PolicyCase.of(
            Map.of(
                "name",
                "nobody said who asks",
                "request",
                Map.of("verb", "invoke", "intent", REFUND),
                "actor",
                "unknown",
                "expect",
                "deny"),
            "cases[0]");
    assertThat(
            unknown.isMetBy(
                unknown.judged(rule("actor.role = \"trainee\"", Verdict.DENY, "allow"))))
        .isTrue();
  }

  // The law: whoever it may be, an unknown actor gets nothing that this one would not get.

  private static final List<String> ROLES = List.of("a", "b");

  private static List<Map<String, Object>> everybody() {
    List<Map<String, Object>> all = new ArrayList<>();
    for (int role = -1; role < ROLES.size(); role++) {
      for (int team = -1; team < ROLES.size(); team++) {
        Map<String, Object> actor = new LinkedHashMap<>();
        actor.put("agent", "desk");
        if (role >= 0) {
          actor.put("role", ROLES.get(role));
        }
        if (team >= 0) {
          actor.put("team", ROLES.get(team));
        }
        all.add(actor);
      }
    }
    return all;
  }

  private static final List<String> TESTS =
      List.of(" = \"a\"", " != \"a\"", " in [\"a\", \"b\"]", " is missing", " starts with \"b\"");

  @Provide
  Arbitrary<String> conditions() {
    return Arbitraries.randomValue(random -> condition(random, 4));
  }

  /**
   * @param depth how many conditions may stand in one another
   */
  private static String condition(Random random, int depth) {
    switch (random.nextInt(depth == 0 ? 3 : 6)) {
      case 0:
        return random.nextBoolean() ? "arguments.amount > 50" : "arguments.amount > 500";
      case 1:
      case 2:
        String member = random.nextBoolean() ? "role" : "team";
        return "actor." + member + TESTS.get(random.nextInt(TESTS.size()));
      case 3:
        return "not (" + condition(random, depth - 1) + ")";
      default:
        String word = random.nextBoolean() ? ") and (" : ") or (";
        return "(" + condition(random, depth - 1) + word + condition(random, depth - 1) + ")";
    }
  }

  @Property(tries = 300)
  void nobodyUnknownGetsMoreThanAnybodyKnown(@ForAll("conditions") String condition) {
    boolean deny = matches(condition, Verdict.DENY, UNKNOWN);
    boolean allow = matches(condition, Verdict.ALLOW, UNKNOWN);
    for (Map<String, Object> somebody : everybody()) {
      assertThat(deny || !matches(condition, Verdict.DENY, somebody)).as("%s", somebody).isTrue();
      assertThat(!allow || matches(condition, Verdict.ALLOW, somebody)).as("%s", somebody).isTrue();
    }
  }
}
