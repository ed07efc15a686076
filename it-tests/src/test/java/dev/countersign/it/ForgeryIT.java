package dev.countersign.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.tools.ToolActs;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * B55 in the books, F20: what the verifier says of entries that were taken from somewhere else,
 * although every hash of the chain is right. The books are those of a real run, and are verified on
 * the other JDK than they were written on.
 */
class ForgeryIT {

  private static final ActTable WRITTEN = table("plain", "overload");
  private static final ActTable ELSEWHERE = table("plain");

  private static ActTable table(String... acts) {
    return new ActTable(
        jdk -> AgentRun.on(jdk).with("tools.yaml").libraries("byte-buddy"), ToolActs.class, acts);
  }

  /** A change and the code of the finding; none for books that are as good as the original. */
  private record Forgery(
      String number, String name, String code, Consumer<List<ObjectNode>> change) {
    @Override
    public String toString() {
      return number + " " + name;
    }
  }

  private static List<Forgery> forgeries(Jdk jdk) {
    return List.of(
        new Forgery("F20", "nothing changed", null, entries -> {}),
        new Forgery("F20", "other precisions of the time", null, ForgeryIT::otherTimes),
        new Forgery(
            "B55",
            "a call id used again",
            "duplicate_call_id",
            entries -> {
              String first = tool(entries, "allow", 0).path("call_id").asText();
              tool(entries, "outcome", 1).put("call_id", first);
              tool(entries, "allow", 1).put("call_id", first);
            }),
        new Forgery(
            "B55",
            "an outcome on another node",
            "cross_ref",
            entries -> {
              ObjectNode outcome = tool(entries, "outcome", 0);
              outcome.put("node", outcome.path("chain_id").asText() + ":n7");
            }),
        new Forgery(
            "B55",
            "a call of another chain",
            "chain_id_mismatch",
            entries -> {
              List<ObjectNode> others = ForgedBooks.entries(ELSEWHERE.run(jdk));
              int end = entries.indexOf(tool(entries, "allow", 1));
              entries.add(end, tool(others, "outcome", 0));
              entries.add(end, tool(others, "allow", 0));
            }),
        new Forgery(
            "B55",
            "an outcome that nothing allowed",
            "outcome_without_allow",
            entries -> entries.remove(tool(entries, "allow", 0))),
        new Forgery(
            "B55",
            "other parameters than authorised",
            "params_mismatch",
            entries ->
                tool(entries, "outcome", 0)
                    .set(
                        "invoked_params_hash",
                        tool(entries, "outcome", 1).get("invoked_params_hash"))),
        new Forgery(
            "B55",
            "a second outcome",
            "duplicate_outcome",
            entries -> entries.add(entries.size() - 1, tool(entries, "outcome", 0).deepCopy())),
        new Forgery(
            "B55",
            "the preview of another call",
            "effect_record_mismatch",
            entries ->
                ((ObjectNode) tool(entries, "allow", 0).get("context"))
                    .set("preview", tool(entries, "allow", 1).at("/context/preview"))));
  }

  /** Precisions that other writers of the format use; a verifier never reads the time. */
  private static void otherTimes(List<ObjectNode> entries) {
    String[] fractions = {".000000001Z", ".1Z", "Z"};
    for (int i = 0; i < entries.size(); i++) {
      String ts = entries.get(i).path("ts").asText();
      entries.get(i).put("ts", ts.substring(0, ts.indexOf('.')) + fractions[i % 3]);
    }
  }

  private static ObjectNode tool(List<ObjectNode> entries, String event, int place) {
    Map<String, ObjectNode> calls = new LinkedHashMap<>();
    List<ObjectNode> found = new ArrayList<>();
    for (ObjectNode entry : entries) {
      boolean ofATool = entry.path("scope").asText().startsWith("tool.");
      if (ofATool) {
        calls.put(entry.path("call_id").asText(), entry);
      }
      boolean ofACall = ofATool || calls.containsKey(entry.path("call_id").asText());
      if (ofACall && entry.path("event").asText().equals(event)) {
        found.add(entry);
      }
    }
    return found.get(place);
  }

  static Stream<Arguments> rows() {
    return Jdks.tested()
        .flatMap(jdk -> forgeries(jdk).stream().map(forgery -> Arguments.of(forgery, jdk)));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("rows")
  void isFoundThoughEveryHashIsRight(Forgery forgery, Jdk jdk) throws Exception {
    AgentRun run = WRITTEN.run(jdk);
    Jdk other = Jdks.jdk(jdk.feature() == 17 ? 25 : 17);

    AgentRun verify =
        run.commandOn(
            other, "verify", "--format=json", ForgedBooks.of(run, forgery.change()).toString());

    JsonNode report = new ObjectMapper().readTree(verify.stdout());
    assertThat(report.at("/checks/integrity").asBoolean()).as(verify.stderr()).isTrue();
    assertThat(verify.exitCode()).isEqualTo(forgery.code() == null ? 0 : 1);
    List<String> codes = new ArrayList<>();
    for (String failures : new String[] {"/failure_details", "/execution_binding/failures"}) {
      report.at(failures).forEach(failure -> codes.add(failure.path("reason").asText()));
    }
    if (forgery.code() == null) {
      assertThat(codes).isEmpty();
    } else {
      assertThat(codes).contains(forgery.code());
    }
  }
}
