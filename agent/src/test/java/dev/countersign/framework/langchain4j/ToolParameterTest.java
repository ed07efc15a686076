package dev.countersign.framework.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.ToolMemoryId;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.invocation.LangChain4jManaged;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ToolParameterTest {

  static class MyParameters extends InvocationParameters {}

  static class Managed implements LangChain4jManaged {}

  enum Size {
    SMALL
  }

  static class Tools {
    void named(@P(name = "given", value = "x") String a, @P("described") long b, List<Integer> c) {}

    void injected(
        @ToolMemoryId String memory,
        MyParameters parameters,
        InvocationContext context,
        Managed managed,
        String mine) {}

    void defaults(
        @P(value = "x", defaultValue = "12") String text,
        @P(value = "x", defaultValue = "12.50") BigDecimal amount,
        @P(value = "x", defaultValue = "SMALL") Size size,
        @P(value = "x", defaultValue = "00000000-0000-0000-0000-000000000001") UUID id,
        @P(value = "x", defaultValue = "[1, 2]") List<Integer> list,
        @P(value = "x", defaultValue = "{a: 1}") Map<String, Integer> lenient,
        @P("x") String none) {}
  }

  @Test
  void namesAreTheFrameworksOwn() {
    List<ToolParameter> parameters = of("named");

    // Test classes are compiled without -parameters: the model is shown arg1 as well.
    assertThat(parameters).extracting(ToolParameter::name).containsExactly("given", "arg1", "arg2");
    assertThat(parameters.get(2).type()).hasToString("java.util.List<java.lang.Integer>");
  }

  @Test
  void whatTheFrameworkFillsItselfIsInjected() {
    assertThat(of("injected"))
        .extracting(ToolParameter::injected)
        .containsExactly(true, true, true, true, false);
  }

  @Test
  void aDefaultIsJsonExceptWhereTheFrameworkTakesItLiterally() {
    assertThat(of("defaults"))
        .extracting(ToolParameter::defaultValue)
        .containsExactly(
            "12",
            new BigDecimal("12.50"),
            "SMALL",
            "00000000-0000-0000-0000-000000000001",
            List.of(1L, 2L),
            null,
            null);
  }

  private static List<ToolParameter> of(String method) {
    Method found =
        Arrays.stream(Tools.class.getDeclaredMethods())
            .filter(m -> m.getName().equals(method))
            .findFirst()
            .orElseThrow();
    return ToolParameter.of(found);
  }
}
