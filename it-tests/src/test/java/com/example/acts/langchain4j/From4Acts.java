package com.example.acts.langchain4j;

import static com.example.acts.langchain4j.Lines.copyCall;
import static com.example.acts.langchain4j.Lines.copyTool;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.ReturnBehavior;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.Result;
import dev.langchain4j.service.tool.ToolErrorHandlerResult;
import dev.langchain4j.service.tool.ToolExecutor;
import java.util.Map;

/**
 * What lines from 1.4 on know: tools at the same time, error handlers, return without the model.
 */
final class From4Acts {

  static void concurrently() {
    Conversation.asking("copy", copyCall())
        .and("copy", copyCall("concurrently2"))
        .and("copy", copyCall("concurrently3"))
        .with(service -> service.tools(new RepoTools()).executeToolsConcurrently());
  }

  static void concurrentlyWithOneOnAnotherFile() {
    Conversation.asking("copy", copyCall("concurrentlyWithOne2"))
        .and("copySecret", copyCall())
        .with(service -> service.tools(new RepoTools()).executeToolsConcurrently());
  }

  static void concurrentLambdas() {
    concurrent("page");
  }

  static void concurrentLambdasOnAnotherFile() {
    concurrent("secret");
  }

  private static void concurrent(String file) {
    ToolExecutor executor = (request, memory) -> Lines.copy(file);
    Conversation.asking("copy", copyCall())
        .and("pay", Lines.payCall(5))
        .with(
            service ->
                service
                    .tools(new LineActs.Payments())
                    .tools(Map.of(copyTool(), executor))
                    .executeToolsConcurrently());
  }

  static void errorHandler() {
    handling("fail", "{\"" + Lines.name("reason", 0) + "\": \"as meant\"}");
  }

  static void errorHandlerOnAnotherFile() {
    handling("copySecret", copyCall());
  }

  private static void handling(String tool, String arguments) {
    Conversation.asking(tool, arguments)
        .with(
            service ->
                service
                    .tools(new RepoTools())
                    .toolExecutionErrorHandler(
                        (error, context) ->
                            ToolErrorHandlerResult.text("handled: " + error.getMessage())));
  }

  /** A tool whose result the user gets as it is. */
  static final class Immediate {
    private final String file;

    Immediate(String file) {
      this.file = file;
    }

    @Tool(returnBehavior = ReturnBehavior.IMMEDIATE)
    String copyNow(
        @P(name = "from", value = "from") String from, @P(name = "to", value = "to") String to) {
      return Lines.copy(file);
    }
  }

  /** What the user talks to. */
  interface ResultBot {
    Result<String> chat(String request);
  }

  static void immediate() {
    immediately("page");
  }

  static void immediateOnAnotherFile() {
    immediately("secret");
  }

  private static void immediately(String file) {
    Conversation script = Conversation.asking("copyNow", copyCall()).begin();
    Result<String> result =
        AiServices.builder(ResultBot.class)
            .chatModel(script)
            .tools(new Immediate(file))
            .build()
            .chat("go on");
    result.toolExecutions().forEach(each -> System.out.println("executed: " + each.result()));
    System.out.println("answer: " + result.content());
  }

  /** Each call runs as soon as it is complete, before the answer is. */
  static void eagerly() {
    eager("copy");
  }

  static void eagerlyOnAnotherFile() {
    eager("copySecret");
  }

  private static void eager(String tool) {
    StreamActs.talk(
        Conversation.asking(tool, copyCall()),
        From4Acts::callByCall,
        service -> service.tools(new RepoTools()).executeToolsConcurrently(),
        stream ->
            stream.beforeToolExecution(
                before -> System.out.println("before: " + before.request().name())));
  }

  private static void callByCall(ChatResponse answer, StreamingChatResponseHandler handler) {
    int index = 0;
    for (ToolExecutionRequest request : requests(answer)) {
      handler.onCompleteToolCall(new CompleteToolCall(index++, request));
    }
    handler.onCompleteResponse(answer);
  }

  private static Iterable<ToolExecutionRequest> requests(ChatResponse answer) {
    return answer.aiMessage().toolExecutionRequests();
  }

  private From4Acts() {}
}
