package com.example.acts.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.service.tool.ToolExecutor;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/** One tool per type of parameter; which is called with what comes from the table of the test. */
final class MeasuredActs {

  /** How urgent. */
  enum Level {
    LOW,
    HIGH
  }

  /** Each prints what its body runs on. */
  static final class Values {
    @Tool
    String aLong(@P(name = "value", value = "value") long value) {
      return ran(value);
    }

    @Tool
    String anInt(@P(name = "value", value = "value") int value) {
      return ran(value);
    }

    @Tool
    String anInteger(@P(name = "value", value = "value") Integer value) {
      return ran(value);
    }

    @Tool
    String integers(@P(name = "value", value = "value") List<Integer> value) {
      return ran(value);
    }

    @Tool
    String aBoolean(@P(name = "value", value = "value") boolean value) {
      return ran(value);
    }

    @Tool
    String aLevel(@P(name = "value", value = "value") Level value) {
      return ran(value);
    }

    @Tool
    String aDecimal(@P(name = "value", value = "value") BigDecimal value) {
      return ran(value);
    }

    @Tool
    String aText(@P(name = "value", value = "value") String value) {
      return ran(value);
    }

    @Tool
    String aDate(@P(name = "value", value = "value") LocalDate value) {
      return ran(value);
    }

    private static String ran(Object value) {
      System.out.println("RAN ON " + value);
      return "done";
    }
  }

  /** {@code TOOL VALUE}: one value through the conversion of this line. */
  static void converts(String call) {
    String[] parts = call.split(" ", 2);
    // Without a schema: of some of the types a line cannot make one. What it converts to is the
    // same.
    ToolSpecification tool = ToolSpecification.builder().name(parts[0]).build();
    ToolExecutor executor = Lines.executor(new Values(), parts[0]);
    Conversation.asking(parts[0], "{\"" + Lines.name("value", 0) + "\": " + parts[1] + "}")
        .with(service -> service.tools(Map.of(tool, executor)));
  }

  private MeasuredActs() {}
}
