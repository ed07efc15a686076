package com.example.acts.langchain4j;

import com.example.acts.Act;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import java.lang.reflect.Method;

/** Calls that lines of the library before the tested one know as well. */
public final class OlderLineActs {

  private static final String FIVE = "{\"arg0\": 5}";

  public static void main(String[] arguments) throws Exception {
    Act.perform(OlderLineActs.class, arguments);
  }

  static final class Payments {
    @Tool("Pays")
    String pay(@P("amount") int amount) {
      System.out.println("PAID " + amount);
      return "paid " + amount;
    }
  }

  static void service() {
    Conversation.asking("pay", FIVE).with(new Payments());
  }

  static void executorOfAMethod() throws Exception {
    System.out.println(new DefaultToolExecutor(new Payments(), pay()).execute(request(), "m"));
  }

  static void executorOfTwoMethods() throws Exception {
    System.out.println(
        new DefaultToolExecutor(new Payments(), pay(), pay()).execute(request(), "m"));
  }

  static void executorOfARequest() {
    System.out.println(new DefaultToolExecutor(new Payments(), request()).execute(request(), "m"));
  }

  private static Method pay() throws NoSuchMethodException {
    return Payments.class.getDeclaredMethod("pay", int.class);
  }

  private static ToolExecutionRequest request() {
    return ToolExecutionRequest.builder().name("pay").arguments(FIVE).build();
  }

  private OlderLineActs() {}
}
