package dev.countersign.framework.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.framework.PresentedCall;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExecutionRequestTest {

  @Test
  void readsIdNameAndExactNumbers() {
    PresentedCall call = ExecutionRequest.read(request("{\"id\": 9007199254740993}"));

    assertThat(call).isEqualTo(new PresentedCall("7", "pay", Map.of("id", 9007199254740993L)));
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " \n"})
  void blankCountsAsTheEmptyObject(String text) {
    assertThat(ExecutionRequest.read(request(text)).arguments()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\": 1,}",
        "\"{\\\"a\\\": 1}\"",
        "{\"a\": 1, \"a\": 2}",
        "{\"a\": 1, \"\\u0061\": 2}",
        "{\"a\": 01}",
        "[1]",
        "null",
        "{\"a\": NaN}",
        "{\"a\": \"\\ud800\"}"
      })
  void whatTheFrameworkWouldRepairOrReadInTwoWaysHasNoArguments(String text) {
    assertThat(ExecutionRequest.read(request(text)).arguments()).isNull();
  }

  @Test
  void anythingElseIsNoRequest() {
    assertThatThrownBy(() -> ExecutionRequest.read("pay"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("java.lang.String");
  }

  private static ToolExecutionRequest request(String arguments) {
    return ToolExecutionRequest.builder().id("7").name("pay").arguments(arguments).build();
  }
}
