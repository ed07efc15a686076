package dev.countersign.preview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.Change;
import dev.countersign.PreviewResult;
import dev.countersign.VerbatimJson;
import dev.countersign.canonical.NotCanonicalException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChangeJsonTest {

  private static final String HEAD =
      "{\"changes\":[{\"action\":\"a\",\"target\":\"t\",\"summary\":\"s\"";

  private static String with(String member) {
    return HEAD + "," + member + "}]}";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"x-foo\":true",
        "\"x-foo\":null",
        "\"x-foo\":\"\"",
        "\"x-\":1",
        "\"x-foo\":1.0",
        "\"x-foo\":1e2",
        "\"x-foo\":1E+2",
        "\"x-foo\":-0",
        "\"x-foo\":-0.0",
        "\"x-foo\":0.10",
        "\"x-foo\":9007199254740993",
        "\"x-foo\":123456789012345678901234567890",
        "\"x-foo\":1e-400",
        "\"x-foo\":\"\\u0041\"",
        "\"x-foo\":\"\\/\"",
        "\"x-foo\":\"caf\u00e9 \ud83d\ude00\"",
        "\"x-foo\":\"\\ud83d\\ude00\"",
        "\"x-foo\":\"]},\\\"\\\\\"",
        "\"x-foo\":{ \"b\" : [ 1 , { } ] , \"a\" : \"}\" }",
        "\"x-foo\":[\n\t1]",
        "\"x-b\":1,\"x-a\":2,\"x-B\":3",
        "\"before\":null,\"x-foo\":{}",
        "\"before\":{\"z\":1,\"a\":[]},\"after\":7,\"x-foo\":[]",
      })
  void extensionsAreKeptByteForByte(String member) {
    String text = with(member);
    assertThat(PreviewJson.text(PreviewJson.parse(text))).isEqualTo(text);
  }

  @Test
  void anExtensionSurvivesWhereTheRestIsLaidOutOtherwise() {
    String text =
        " { \"changes\" : [ { \"x-foo\" : 1e2 , \"action\":\"a\",\"target\":\"t\","
            + "\"summary\" : \"\\u0073\" } ] } ";
    assertThat(PreviewJson.text(PreviewJson.parse(text))).isEqualTo(with("\"x-foo\":1e2"));
  }

  @Test
  void whatJavaGivesIsWhatIsReadBack() {
    Change change =
        Change.of("delete", "users.42", "Delete user 42")
            .withBefore(Map.of("id", 42, "ratio", 0.5))
            .withAfter(null)
            .with("x-reversible", false)
            .with("x-cost", new BigDecimal("1.50"))
            .with("x-list", Arrays.asList(null, BigInteger.TWO.pow(70), "\u0001"));
    assertThat(PreviewJson.parse(PreviewJson.text(PreviewResult.of(change))))
        .isEqualTo(PreviewResult.of(change));
    assertThat(change.hasAfter()).isTrue();
    assertThat(change.after()).isNull();
    assertThat(Change.of("a", "t", "s").hasBefore()).isFalse();
  }

  @Test
  void whereADocumentIsCanonicalTheValueIsThere() {
    PreviewResult preview = PreviewJson.parse(with("\"x-foo\":1e2"));
    assertThat(ChangeJson.plain(preview.changes()).toString()).contains("x-foo=1E+2");
    assertThat(preview.changes().get(0).x()).containsEntry("x-foo", new VerbatimJson("1e2"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[]|the document is no JSON object",
        "{}|changes is required, an array",
        "{\"changes\":{}}|changes must be an array",
        "{\"changes\":null}|changes must be an array",
        "{\"changes\":[],\"x-foo\":1}|the document has a member beside changes",
        "{\"changes\":[7]}|changes[0] is no JSON object",
        "{\"changes\":[{\"target\":\"t\",\"summary\":\"s\"}]}|changes[0].action is required, a text",
        "{\"changes\":[{\"action\":1,\"target\":\"t\",\"summary\":\"s\"}]}|changes[0].action must be",
        "{\"changes\":[{\"action\":\"a\",\"summary\":\"s\"}]}|changes[0].target is required, a text",
        "{\"changes\":[{\"action\":\"a\",\"target\":\"t\",\"summary\":null}]}|changes[0].summary must",
        "{\"changes\":[{\"action\":\"a\",\"target\":\"t\",\"summary\":\"s\",\"X-a\":1}]}|changes[0] is no"
            + " change: a change has action, target, summary, before, after and members whose name"
            + " begins with x-",
        "{\"changes\":[{\"action\":\"a\",\"target\":\"t\",\"summary\":\"s\",\"x-a\":1,\"x-a\":1}]}|1:",
        "{\"changes\":[{\"action\":\"\\ud83d\",\"target\":\"t\",\"summary\":\"s\"}]}|1:",
        "{\"changes\":[]} {}|1:",
      })
  void refusesWithThePlace(String text, String message) {
    assertThatThrownBy(() -> PreviewJson.parse(text))
        .isInstanceOf(NotCanonicalException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void aTextOfAnApplicationIsReadBeforeItIsWritten() {
    Change lies =
        Change.of("a", "t", "s").with("x-foo", new VerbatimJson("1,\"summary\":\"another\""));
    assertThatThrownBy(() -> ChangeJson.exact(lies)).isInstanceOf(NotCanonicalException.class);
    assertThatThrownBy(() -> ChangeJson.plain(lies)).isInstanceOf(NotCanonicalException.class);
  }

  @Test
  void aChangeIsACopy() {
    Map<String, Object> state = new HashMap<>(Map.of("id", 1));
    List<Object> list = new ArrayList<>(List.of(state));
    Change change = Change.of("a", "t", "s").withBefore(list).with("x-list", list);
    state.put("id", 2);
    list.clear();
    assertThat(change.before()).isEqualTo(List.of(Map.of("id", 1L)));
    assertThat(change.x()).isEqualTo(Map.of("x-list", List.of(Map.of("id", 1L))));
    assertThatThrownBy(() -> ((List<?>) change.before()).clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> change.x().clear()).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void aChangeIsBounded() {
    Change change = Change.of("a", "t", "s");
    List<Object> cycle = new ArrayList<>();
    cycle.add(List.of(cycle));
    assertRefused(() -> change.withBefore(cycle), "before contains itself: JSON has no cycles");
    Object deep = 1;
    for (int i = 0; i < 100_000; i++) {
      deep = List.of(deep);
    }
    Object nested = deep;
    assertRefused(() -> change.withAfter(nested), "after is nested deeper than 100 lists and maps");
    assertRefused(
        () -> change.with("x-a", new ArrayList<>(Arrays.asList(new Object[10_001]))),
        "a change holds at most 10000 values; x-a has more");
    String large = "a".repeat(Change.MAX_CHARACTERS / 2);
    assertRefused(
        () -> Change.of(large, large, large), "a change holds at most 1048576 characters");
    assertRefused(() -> change.withBefore(large).withAfter(large), "a change holds at most");
    assertRefused(
        () -> change.with("x-n", BigInteger.TWO.pow(4000)), "x-n holds a number of more than 1100");
    assertRefused(() -> change.with("x-n", new BigDecimal("1e9999")), "x-n holds a number of more");
    assertRefused(() -> change.with("x-n", Double.NaN), "x-n holds NaN, which JSON has not");
    assertRefused(() -> change.with("x-n", 'c'), "x-n holds a java.lang.Character, which is no");
    assertRefused(() -> change.with("x-n", Map.of(1, 2)), "x-n has a map with a key that is no");
    assertRefused(() -> change.with("n", 1), "a change has action, target, summary, before, after");
    assertRefused(() -> change.with(null, 1), "a change has action, target, summary");
    assertRefused(() -> Change.of(null, "t", "s"), "action is required and was null");
    assertRefused(() -> Change.of("a", "\ud800", "s"), "target has half of a surrogate pair");
    assertRefused(() -> new PreviewResult(null), "changes is required and was null");
    assertRefused(
        () -> new PreviewResult(Arrays.asList(change, null)),
        "changes has an element that is null");
  }

  private static void assertRefused(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable act, String message) {
    assertThatThrownBy(act)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void aPreviewIsBounded() {
    StringBuilder many = new StringBuilder("{\"changes\":[");
    String change = "{\"action\":\"a\",\"target\":\"t\",\"summary\":\"s\"}";
    for (int i = 0; i <= PreviewResult.MAX_CHANGES; i++) {
      many.append(i == 0 ? "" : ",").append(change);
    }
    assertThatThrownBy(() -> PreviewJson.parse(many.append("]}").toString()))
        .isInstanceOf(NotCanonicalException.class)
        .hasMessage("changes has more than 1000 elements");
    assertThatThrownBy(() -> PreviewJson.parse(" ".repeat(PreviewJson.MAX_CHARACTERS + 1)))
        .isInstanceOf(NotCanonicalException.class)
        .hasMessageStartingWith("a preview has at most 4194304 characters");
  }
}
