package com.example.acts.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import io.quarkiverse.langchain4j.runtime.aiservice.AiServiceMethodImplementationSupport;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Tools that are run as Quarkus LangChain4j 1.5 runs them. */
public final class QuarkusActs {

  static void aCopy() {
    asks("page");
  }

  static void aCopyOfAnotherPage() {
    asks("secret");
  }

  private static void asks(String from) {
    ToolExecutionRequest request =
        ToolExecutionRequest.builder()
            .id("one")
            .name("copy")
            .arguments("{\"from\":\"page\",\"to\":\"copied\"}")
            .build();
    try {
      ToolExecutionResult told =
          AiServiceMethodImplementationSupport.executes(
              new Copies(from), request, InvocationContext.builder().build());
      System.out.println(told.resultText());
    } catch (SecurityException refused) {
      System.out.println(refused.getMessage());
    }
  }

  /** An executor that builds its arguments in code that somebody generated. */
  private record Copies(String from) implements ToolExecutor {

    @Override
    public String execute(ToolExecutionRequest request, Object memory) {
      try {
        return "cp " + new ProcessBuilder("cp", "--", from, "copied").start().waitFor();
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      } catch (InterruptedException interrupted) {
        throw new IllegalStateException(interrupted);
      }
    }

    @Override
    public ToolExecutionResult executeWithContext(
        ToolExecutionRequest request, InvocationContext context) {
      return ToolExecutionResult.builder().resultText(execute(request, null)).build();
    }
  }

  private QuarkusActs() {}
}
