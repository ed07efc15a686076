package com.example.acts.langchain4j;

import static com.example.acts.langchain4j.Lines.copyCall;
import static com.example.acts.langchain4j.Lines.copyTool;
import static com.example.acts.langchain4j.Lines.payCall;
import static com.example.acts.langchain4j.Lines.request;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.invocation.InvocationParameters;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import java.io.IOException;
import java.util.Map;

/** What lines from 1.6 on know: executors that are called with a context. */
final class From6Acts {

  /** Answers to the richer method by itself. */
  static final class WithContext implements ToolExecutor {
    private final String file;

    WithContext(String file) {
      this.file = file;
    }

    @Override
    public String execute(ToolExecutionRequest request, Object memory) {
      return Lines.copy(file);
    }

    @Override
    public ToolExecutionResult executeWithContext(
        ToolExecutionRequest request, InvocationContext context) {
      return ToolExecutionResult.builder().resultText(execute(request, null)).build();
    }
  }

  static void withContext() {
    executing("page");
  }

  static void withContextOnAnotherFile() {
    executing("secret");
  }

  private static void executing(String file) {
    executing(new WithContext(file));
  }

  private static void executing(ToolExecutor executor) {
    Conversation.asking("copy", copyCall())
        .with(service -> service.tools(Map.of(copyTool(), executor)));
  }

  /** Answers to the richer method by itself, and fails in it. */
  static final class Failing implements ToolExecutor {
    private final Exception failure;

    Failing(Exception failure) {
      this.failure = failure;
    }

    @Override
    public String execute(ToolExecutionRequest request, Object memory) {
      return LineActs.undeclared(failure);
    }

    @Override
    public ToolExecutionResult executeWithContext(
        ToolExecutionRequest request, InvocationContext context) {
      return ToolExecutionResult.builder().resultText(execute(request, null)).build();
    }
  }

  static void withContextThatFailsUndeclared() {
    executing(new Failing(new IOException("as meant")));
  }

  static void withContextThatFailsUndeclaredWithACause() {
    executing(new Failing(new IOException("as meant", new IllegalArgumentException("deeper"))));
  }

  /** One of the framework's executors that hands on another request, or none. */
  static final class HandsOn extends DefaultToolExecutor {
    private final String arguments;

    HandsOn(String arguments) {
      super(new LineActs.Payments(), LineActs.paying("pay"));
      this.arguments = arguments;
    }

    @Override
    public ToolExecutionResult executeWithContext(
        ToolExecutionRequest request, InvocationContext context) {
      return super.executeWithContext(
          arguments == null ? request : request("pay", arguments), context);
    }
  }

  static void subclass() {
    paying(new HandsOn(null));
  }

  static void subclassThatSwapsTheRequest() {
    paying(new HandsOn(payCall(7)));
  }

  private static void paying(ToolExecutor executor) {
    Conversation.asking("pay", payCall(5))
        .with(service -> service.tools(Map.of(LineActs.payTool("pay"), executor)));
  }

  /** Parameters that come from the application and from the framework. */
  static final class Injected {
    @Tool
    String note(
        InvocationContext context,
        InvocationParameters parameters,
        @P(name = "text", value = "text") String text) {
      return (context != null) + " " + (parameters != null) + " " + text;
    }
  }

  static void injectedContext() {
    Conversation.asking("note", "{\"" + Lines.name("text", 2) + "\": \"read\"}")
        .with(new Injected());
  }

  private From6Acts() {}
}
