package dev.countersign.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EffectRequestTest {

  @Test
  void reproducesEveryRequestOfTheWorkedExample() throws IOException {
    for (Map<String, Object> row : workedExample()) {
      EffectRequest request = request(object(row.get("rho")));

      assertThat(new String(request.canonical(), StandardCharsets.UTF_8))
          .as("canonical text of %s", row.get("name"))
          .isEqualTo(row.get("canonical"));
      assertThat(request.canonical()).isEqualTo(Canonical.rho(request.toJson()));
      assertThat(request.digest())
          .as("digest of %s", row.get("name"))
          .isEqualTo(row.get("preview_digest"));
    }
  }

  @Test
  void isItselfWhereEveryPartIsObservedAgain() throws IOException {
    for (Map<String, Object> row : workedExample()) {
      EffectRequest judged = request(object(row.get("rho")));
      Context context = judged.context();
      String task = (String) judged.toJson().get("task_id");
      Context otherRun =
          new Context(
              context.plan(),
              context.lock(),
              context.permits(),
              context.toolPin(),
              context.sandbox(),
              context.approval(),
              "0",
              context.attempt());
      Map<String, Object> again = new LinkedHashMap<>(judged.intent());
      Map<String, Object> more = new LinkedHashMap<>(judged.intent());
      more.put("zz", null);

      assertThat(observed(judged, task, judged.intent(), context)).isSameAs(judged);
      assertThat(observed(judged, task, again, context).equalsByDigest(judged)).isTrue();
      assertThat(observed(judged, "t", again, context).equalsByDigest(judged)).isFalse();
      assertThat(observed(judged, task, more, context).equalsByDigest(judged)).isFalse();
      assertThat(observed(judged, task, again, otherRun).equalsByDigest(judged)).isFalse();
      for (String name : judged.intent().keySet()) {
        Map<String, Object> changed = new LinkedHashMap<>(judged.intent());
        changed.put(name, "another");
        assertThat(observed(judged, task, changed, context).equalsByDigest(judged))
            .as("%s of %s", name, row.get("name"))
            .isFalse();
      }
    }
  }

  private static EffectRequest observed(
      EffectRequest judged, String task, Map<String, Object> intent, Context context) {
    return judged.observed(judged.verb(), task, intent, judged.inputs(), context);
  }

  @Test
  void knowsWhereItsPartsStand() throws IOException {
    for (Map<String, Object> row : workedExample()) {
      EffectRequest request = request(object(row.get("rho")));
      Object arguments = request.intent().get("arguments");

      assertThat(request.part(request.intent()).sha256())
          .isEqualTo(Sha256.hex(Canonical.rho(request.intent())));
      assertThat(request.part(new LinkedHashMap<>(request.intent()))).isNull();
      if (request.verb() == Verb.INVOKE) {
        assertThat(request.part(arguments).sha256())
            .isEqualTo(Sha256.hex(Canonical.rho(arguments)));
      }
    }
  }

  @Test
  void divergencePointsAtTheElementThatDiffers() throws IOException {
    List<Map<String, Object>> rows = workedExample();
    EffectRequest judged = request(object(rows.get(4).get("rho")));
    EffectRequest fired = request(object(rows.get(5).get("rho")));

    Divergence divergence = Divergence.between(judged, fired, Set.of());

    assertThat(divergence.paths()).containsExactly("/intent/argv/3");
    assertThat(divergence.preview()).isEqualTo(judged.digest());
    assertThat(divergence.commit()).isEqualTo(fired.digest());
  }

  @Test
  void divergenceNamesNoKeyThatAModelChose() {
    EffectRequest judged = invoke(Map.of("name", "a", "secret key", "x"));
    EffectRequest fired = invoke(Map.of("name", "b", "secret key", "y"));

    Divergence divergence = Divergence.between(judged, fired, Set.of("name"));

    assertThat(divergence.paths()).hasSize(2).contains("/intent/arguments/name");
    assertThat(divergence.paths().toString()).doesNotContain("secret");
  }

  @Test
  void divergenceIsBounded() {
    Map<String, Object> judged = new java.util.HashMap<>();
    for (int i = 0; i < 1000; i++) {
      judged.put("p" + i, i);
    }

    assertThat(Divergence.between(invoke(judged), invoke(Map.of()), Set.of()).paths())
        .hasSize(64)
        .allMatch(path -> path.length() <= 256);
  }

  @Property
  void twoDifferentRequestsNeverShareADigest(
      @ForAll("requests") EffectRequest a, @ForAll("requests") EffectRequest b) {
    Assume.that(
        !new String(a.canonical(), StandardCharsets.UTF_8)
            .equals(new String(b.canonical(), StandardCharsets.UTF_8)));

    assertThat(a.digest()).isNotEqualTo(b.digest());
    assertThat(a.equalsByDigest(b)).isFalse();
  }

  @Property
  void theRequestDigestIgnoresRunAttemptAndTask(@ForAll("requests") EffectRequest request) {
    Context context = request.context();
    Context later =
        new Context(
            context.plan(),
            context.lock(),
            context.permits(),
            context.toolPin(),
            context.sandbox(),
            context.approval(),
            "another run",
            context.attempt() + 1);

    EffectRequest again =
        new EffectRequest(request.verb(), "another task", request.intent(), Map.of(), later);

    assertThat(again.requestDigest()).isEqualTo(request.requestDigest());
    assertThat(again.digest()).isNotEqualTo(request.digest());
  }

  /** Most of a call's text is that of the calls before it; no two of these share all of that. */
  @Property
  void aCallIsWrittenAndDigestedAsTheMapOfItsParts(
      @ForAll("texts") String tool,
      @ForAll("texts") String method,
      @ForAll("texts") String pin,
      @ForAll("texts") String argument,
      @ForAll("texts") String task,
      @ForAll @IntRange(min = 1, max = 3) int attempt) {
    Context context = new Context(null, method, "p", pin, null, "none", tool, attempt);
    Map<String, Object> intent =
        Map.of("tool", tool, "method", method, "arguments", Map.of("name", argument));
    EffectRequest request = new EffectRequest(Verb.INVOKE, task, intent, Map.of(), context);
    byte[] canonical = Canonical.rho(request.toJson());
    Map<String, Object> approved = new LinkedHashMap<>();
    approved.put("intent", intent);
    approved.put("permits", "p");
    approved.put("tool_pin", pin);
    approved.put("v", 1);
    approved.put("verb", "invoke");

    assertThat(request.canonical()).isEqualTo(canonical);
    assertThat(request.digest()).isEqualTo(Blake3.hex(ascii("effect-preview"), canonical));
    assertThat(request.requestDigest())
        .isEqualTo(Blake3.hex(ascii("effect-request"), Canonical.rho(approved)));
    assertThat(request.part(request.intent()).sha256())
        .isEqualTo(Sha256.hex(Canonical.rho(intent)));
    assertThat(request.part(intent.get("arguments")).sha256())
        .isEqualTo(Sha256.hex(Canonical.rho(intent.get("arguments"))));
  }

  @Test
  void saysWhereArgumentsHaveNoCanonicalForm() {
    assertThatThrownBy(
            () ->
                new EffectRequest(
                    Verb.INVOKE,
                    "t",
                    Map.of("tool", "t", "method", "m", "arguments", Map.of("name", 0.5)),
                    Map.of(),
                    new Context(null, "l", "p", null, null, "none", "r", 1)))
        .isInstanceOf(NotCanonicalException.class)
        .hasMessageContaining("/arguments/name");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void saysWhereATaskHasNoCanonicalForm(int attempt) {
    assertThatThrownBy(
            () ->
                new EffectRequest(
                    Verb.INVOKE,
                    "\uD800",
                    Map.of("tool", "t", "method", "m", "arguments", Map.of()),
                    Map.of(),
                    new Context(null, "l", "p", null, null, "none", "r", attempt)))
        .isInstanceOf(NotCanonicalException.class)
        .hasMessageStartingWith("at /task_id:");
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of(
        "", "a", "b", "\uF8FFnum:1", "\"\\\n", "\u00e4\u2028\uD83D\uDE00", "a".repeat(70));
  }

  @Provide
  Arbitrary<EffectRequest> requests() {
    Arbitrary<String> texts = Arbitraries.of("", "a", "b", "\uF8FFnum:1", "1");
    return Combinators.combine(
            Arbitraries.of(Verb.values()),
            texts,
            texts,
            texts,
            Arbitraries.integers().between(1, 3))
        .as(
            (verb, task, argument, plan, attempt) ->
                new EffectRequest(
                    verb,
                    task,
                    Map.of("arguments", Map.of("name", argument)),
                    Map.of(),
                    new Context(plan, "l", "p", null, null, "none", "r", attempt)));
  }

  private static EffectRequest invoke(Map<String, Object> arguments) {
    return new EffectRequest(
        Verb.INVOKE,
        "t",
        Map.of("arguments", arguments),
        Map.of(),
        new Context(null, "l", "p", null, null, "none", "r", 1));
  }

  private static EffectRequest request(Map<String, Object> rho) {
    Map<String, Object> ctx = object(rho.get("ctx"));
    return new EffectRequest(
        Verb.valueOf(((String) rho.get("verb")).toUpperCase(java.util.Locale.ROOT)),
        (String) rho.get("task_id"),
        unfolded(object(rho.get("intent"))),
        object(rho.get("inputs")),
        new Context(
            (String) ctx.get("plan"),
            (String) ctx.get("lock"),
            (String) ctx.get("permits"),
            (String) ctx.get("tool_pin"),
            (String) ctx.get("sandbox"),
            (String) ctx.get("approval"),
            (String) ctx.get("run"),
            ((Number) ctx.get("attempt")).intValue()));
  }

  /** The file shows ρ after the exactness fold: its folded number is put back first. */
  private static Map<String, Object> unfolded(Map<String, Object> intent) {
    if (intent.get("arguments") instanceof Map<?, ?> arguments
        && arguments.get("order") instanceof String folded) {
      Map<String, Object> exact = new java.util.LinkedHashMap<>(intent);
      exact.put("arguments", Map.of("order", Long.parseLong(folded.substring(5))));
      return exact;
    }
    return intent;
  }

  @SuppressWarnings("unchecked") // the file has these shapes
  private static Map<String, Object> object(Object json) {
    return (Map<String, Object>) json;
  }

  @SuppressWarnings("unchecked") // the file has these shapes
  private static List<Map<String, Object>> workedExample() throws IOException {
    try (InputStream in =
        EffectRequestTest.class.getResourceAsStream("/vectors/worked-example/digests.json")) {
      return (List<Map<String, Object>>) (Object) Json.parse(in.readAllBytes());
    }
  }
}
