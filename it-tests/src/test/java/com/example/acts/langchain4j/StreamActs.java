package com.example.acts.langchain4j;

import static com.example.acts.langchain4j.Lines.copyCall;
import static com.example.acts.langchain4j.Lines.copyTool;
import static com.example.acts.langchain4j.Lines.executor;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecifications;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.tool.ToolExecutor;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Models that stream: tools run where the answer is completed, on a thread of the model's. */
final class StreamActs {

  /** What the user talks to. */
  interface Bot {
    TokenStream chat(String request);
  }

  /** How a model hands one answer over. */
  interface Delivery {
    void deliver(ChatResponse answer, StreamingChatResponseHandler handler);
  }

  static void tokens() {
    talk(Conversation.asking("copy", copyCall()), with -> with.tools(new RepoTools()));
  }

  static void severalCalls() {
    talk(
        Conversation.asking("copy", copyCall())
            .and("copy", copyCall("severalCalls2"))
            .then("copy", copyCall()),
        with -> with.tools(new RepoTools()));
  }

  static void anotherFile() {
    talk(Conversation.asking("copySecret", copyCall()), with -> with.tools(new RepoTools()));
  }

  static void hidesTheRefusal() {
    talk(Conversation.asking("copySecretQuietly", copyCall()), with -> with.tools(new RepoTools()));
  }

  static void lambda() {
    streaming("page");
  }

  static void lambdaOnAnotherFile() {
    streaming("secret");
  }

  private static void streaming(String file) {
    ToolExecutor executor = (request, memory) -> Lines.copy(file);
    talk(Conversation.asking("copy", copyCall()), with -> with.tools(Map.of(copyTool(), executor)));
  }

  /** An application without any service: it takes the model's answer and uses the executor. */
  static void ownHandler() throws Exception {
    handling("copy");
  }

  static void ownHandlerOnAnotherFile() throws Exception {
    handling("copySecret");
  }

  private static void handling(String tool) throws Exception {
    RepoTools tools = new RepoTools();
    CompletableFuture<String> done = new CompletableFuture<>();
    model(Conversation.asking(tool, copyCall()), StreamActs::whole)
        .chat(
            ChatRequest.builder()
                .messages(UserMessage.from("go on"))
                .toolSpecifications(
                    ToolSpecifications.toolSpecificationFrom(Lines.method(RepoTools.class, tool)))
                .build(),
            new StreamingChatResponseHandler() {
              @Override
              public void onPartialResponse(String part) {}

              @Override
              public void onCompleteResponse(ChatResponse answer) {
                ToolExecutionRequest request = answer.aiMessage().toolExecutionRequests().get(0);
                done.complete(executor(tools, tool).execute(request, "m"));
              }

              @Override
              public void onError(Throwable failed) {
                done.completeExceptionally(failed);
              }
            });
    System.out.println(done.get());
  }

  static void talk(Conversation script, Consumer<AiServices<Bot>> setUp) {
    talk(script, StreamActs::whole, setUp, stream -> {});
  }

  static void talk(
      Conversation script,
      Delivery delivery,
      Consumer<AiServices<Bot>> setUp,
      Consumer<TokenStream> listening) {
    script.begin();
    AiServices<Bot> service =
        AiServices.builder(Bot.class).streamingChatModel(model(script, delivery));
    setUp.accept(service);
    CompletableFuture<String> done = new CompletableFuture<>();
    TokenStream stream =
        service
            .build()
            .chat("go on")
            .onPartialResponse(part -> {})
            .onToolExecuted(execution -> System.out.println("executed: " + execution.result()))
            .onCompleteResponse(answer -> done.complete(answer.aiMessage().text()))
            .onError(done::completeExceptionally);
    listening.accept(stream);
    stream.start();
    System.out.println("answer: " + done.handle(StreamActs::ending).join());
  }

  private static String ending(String text, Throwable failed) {
    return failed == null ? text : failed.getMessage();
  }

  private static StreamingChatModel model(Conversation script, Delivery delivery) {
    script.begin();
    return new StreamingChatModel() {
      @Override
      public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
        new Thread(
                () -> {
                  try {
                    delivery.deliver(script.doChat(request), handler);
                  } catch (RuntimeException failed) {
                    handler.onError(failed);
                  }
                },
                "model")
            .start();
      }
    };
  }

  private static void whole(ChatResponse answer, StreamingChatResponseHandler handler) {
    handler.onPartialResponse("");
    handler.onCompleteResponse(answer);
  }

  private StreamActs() {}
}
