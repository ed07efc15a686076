package dev.countersign.preview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.Change;
import dev.countersign.PreviewResult;
import dev.countersign.VerbatimJson;
import dev.countersign.canonical.NotCanonicalException;
import java.math.BigDecimal;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ReturnedTest {

  private static final Map<String, Object> CHANGE =
      Map.of("action", "a", "target", "t", "summary", "s");

  /** A record of an application's. */
  public record Answer(List<Part> changes) {}

  /** A change of it, with what it cannot say as null. */
  public record Part(String action, String target, String summary, Object before, Object after) {}

  @Test
  void maps() {
    Told told = Returned.preview(Map.of("changes", List.of(CHANGE)));
    assertThat(told.kind()).isEqualTo(Told.Kind.ANSWERED);
    assertThat(told.changes()).containsExactly(Change.of("a", "t", "s"));
  }

  @Test
  void recordsLeaveOutWhatIsNull() {
    Told told =
        Returned.preview(new Answer(List.of(new Part("a", "t", "s", null, Map.of("n", 1)))));
    assertThat(told.changes().get(0).hasBefore()).isFalse();
    assertThat(told.changes().get(0).after()).isEqualTo(Map.of("n", 1L));
  }

  @Test
  void mapsKeepNull() {
    Map<String, Object> change = new LinkedHashMap<>(CHANGE);
    change.put("before", null);
    assertThat(Returned.preview(Map.of("changes", List.of(change))).changes().get(0).hasBefore())
        .isTrue();
  }

  @Test
  void texts() {
    String text =
        "{\"changes\":[{\"action\":\"a\",\"target\":\"t\",\"summary\":\"s\",\"x-n\":1.0}]}";
    assertThat(Returned.preview(text).changes().get(0).x().get("x-n")).hasToString("1.0");
  }

  @Test
  void ourOwnType() {
    assertThat(Returned.preview(PreviewResult.of(Change.of("a", "t", "s"))).changes()).hasSize(1);
  }

  @Test
  void nullSaysNothing() {
    assertThat(Returned.preview(null).kind()).isEqualTo(Told.Kind.NOTHING);
    assertThat(Returned.preflight(null).kind()).isEqualTo(Told.Kind.NOTHING);
  }

  static Stream<Object> wrong() {
    Map<String, Object> cycle = new LinkedHashMap<>();
    cycle.put("before", cycle);
    List<Object> many = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      many.add(CHANGE);
    }
    return Stream.of(
        42,
        "no JSON",
        "x".repeat(5 << 20),
        List.of(CHANGE),
        Map.of(),
        Map.of("changes", "none"),
        Map.of("changes", List.of(CHANGE), "more", 1),
        Map.of("changes", List.of(Map.of("action", "a", "target", "t"))),
        Map.of("changes", List.of(Map.of("action", 7, "target", "t", "summary", "s"))),
        Map.of("changes", List.of(with("risk", "none"))),
        Map.of("changes", List.of(with("x-n", Double.NaN))),
        Map.of("changes", List.of(with("x-n", new BigDecimal("1e5000")))),
        Map.of("changes", List.of(with("x-o", new Thread()))),
        Map.of("changes", List.of(cycle)),
        Map.of("changes", many),
        new EndlessMap());
  }

  /** A text that many changes share costs nothing, until somebody writes them all. */
  @Test
  void whatManyChangesShareCountsAsOftenAsItIsThere() {
    String shared = "s".repeat(1 << 19);
    List<Map<String, Object>> changes = new ArrayList<>();
    List<Part> parts = new ArrayList<>();
    List<Change> ours = new ArrayList<>();
    List<Change> verbatim = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      changes.add(with("x-s", shared));
      parts.add(new Part("a", "t", shared, null, null));
      ours.add(Change.of("a", "t", shared));
      verbatim.add(Change.of("a", "t", "s").with("x-s", new VerbatimJson('"' + shared + '"')));
    }
    for (Object returned :
        List.of(
            Map.of("changes", changes),
            new Answer(parts),
            new PreviewResult(ours),
            new PreviewResult(verbatim))) {
      assertThatThrownBy(() -> Returned.preview(returned))
          .isInstanceOf(NotCanonicalException.class)
          .hasMessage("a preview has at most 4194304 characters, this one more");
    }
    assertThat(Returned.preview(Map.of("changes", changes.subList(0, 7))).changes()).hasSize(7);
  }

  @Test
  void membersOfOneChangeAreReadOnce() {
    Map<String, Object> change = new LinkedHashMap<>(CHANGE);
    for (int i = 0; i < 9_000; i++) {
      change.put("x-" + i, i);
    }
    assertThat(Returned.preview(Map.of("changes", List.of(change))).changes().get(0).x())
        .hasSize(9_000);
  }

  private static Map<String, Object> with(String name, Object value) {
    Map<String, Object> change = new LinkedHashMap<>(CHANGE);
    change.put(name, value);
    return change;
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void whatIsNoPreviewIsSaidSo(Object returned) {
    assertThatThrownBy(() -> Returned.preview(returned))
        .isInstanceOf(NotCanonicalException.class)
        .hasMessageMatching("(?s).{1,300}");
  }

  @Test
  void preflightsReturnTexts() {
    assertThat(Returned.preflight(List.of("a", "b")).warnings()).containsExactly("a", "b");
    assertThat(Returned.preflight(new String[] {"a"}).warnings()).containsExactly("a");
    assertThat(Returned.preflight("a").warnings()).containsExactly("a");
    assertThat(Returned.preflight("[\"a\"]").warnings()).containsExactly("a");
    assertThat(Returned.preflight(Map.of("warnings", List.of("a"))).warnings())
        .containsExactly("a");
    assertThatThrownBy(() -> Returned.preflight(7)).isInstanceOf(NotCanonicalException.class);
    assertThatThrownBy(() -> Returned.preflight(List.of(7)))
        .isInstanceOf(NotCanonicalException.class);
  }

  @Test
  void warningsAreBounded() {
    List<String> many = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      many.add("w".repeat(5000));
    }
    List<String> warnings = Returned.preflight(many).warnings();
    assertThat(warnings).hasSize(101);
    assertThat(warnings.get(0).length()).isLessThan(2100);
    assertThat(warnings.get(100)).isEqualTo("4900 more warnings");
  }

  /** A map of the application's own, whose code would run. */
  private static final class EndlessMap extends AbstractMap<String, Object> {
    @Override
    public Set<Entry<String, Object>> entrySet() {
      throw new AssertionError("code of the application runs");
    }

    @Override
    public String toString() {
      return "a map of its own";
    }
  }
}
