package dev.countersign.framework.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordsTest {

  /** As a later line may have it. */
  public record Request(
      String name, Map<String, Object> arguments, int priority, Map<String, Object> meta) {}

  private static final Request REQUEST =
      new Request("pay", Map.of("to", "bob"), 7, Map.of("progressToken", "p"));

  @Test
  void whatALaterLineAddsStays() {
    assertThat(Records.with(REQUEST, "arguments", Map.of("to", "eve")))
        .isEqualTo(new Request("pay", Map.of("to", "eve"), 7, REQUEST.meta()));
  }

  @Test
  void anotherObjectEachTime() {
    assertThat(Records.with(REQUEST, "arguments", REQUEST.arguments()))
        .isEqualTo(REQUEST)
        .isNotSameAs(REQUEST);
  }

  @Test
  void aComponentThatIsMissingIsSaid() {
    assertThatThrownBy(() -> Records.with(REQUEST, "params", null))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("has no component params");
  }
}
