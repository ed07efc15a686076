package dev.countersign.framework.springai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.pin.Definition;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ShownDefinitionTest {

  private static final String LONG = "x".repeat(1 << 17);
  private static final String ENDLESS = "x".repeat(Definition.MOST + 1);

  @Test
  void theSameTextsAreReadOnce() {
    ShownDefinition read = ShownDefinition.of("t", "does it", "{\"type\":\"object\"}");

    assertThat(ShownDefinition.of("t", "does it", "{\"type\":\"object\"}")).isSameAs(read);
    assertThat(ShownDefinition.of("t", "does it", null)).isNotSameAs(read);
    assertThat(read.known().definition()).containsEntry("parameters", Map.of("type", "object"));
  }

  static Stream<Arguments> longTexts() {
    return Stream.of(
        Arguments.of(LONG, "does it", "{}"),
        Arguments.of("t", LONG, "{}"),
        Arguments.of("t", "does it", '"' + LONG + '"'),
        Arguments.of("t", LONG, null));
  }

  /** Whoever describes a tool does not say how much of the application's memory that takes. */
  @ParameterizedTest
  @MethodSource("longTexts")
  void longTextsAreReadEachTime(String name, String description, String schema) {
    ShownDefinition read = ShownDefinition.of(name, description, schema);

    assertThat(read.known().digest()).hasSize(64);
    assertThat(ShownDefinition.of(name, description, schema)).isNotSameAs(read);
  }

  static Stream<Arguments> endlessTexts() {
    return Stream.of(
        Arguments.of(ENDLESS, "does it", "{}"),
        Arguments.of("t", ENDLESS, "{}"),
        Arguments.of("t", "does it", ENDLESS),
        Arguments.of("t", "does it", "{\"type\":\"" + ENDLESS + "\"}"));
  }

  @ParameterizedTest
  @MethodSource("endlessTexts")
  void whatIsLongerThanAnyModelReadsIsRefused(String name, String description, String schema) {
    ShownDefinition read = ShownDefinition.of(name, description, schema);

    assertThatThrownBy(() -> read.known().digest())
        .isInstanceOf(NotCanonicalException.class)
        .hasMessageContaining("longer than");
  }
}
