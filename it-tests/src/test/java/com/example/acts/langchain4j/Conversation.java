package com.example.acts.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import dev.langchain4j.service.AiServices;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/** A scripted model that asks for tool calls turn by turn and prints what it is told of each. */
final class Conversation implements ChatModel {

  /** What the user talks to. */
  interface Bot {
    String chat(String request);
  }

  private final List<List<ToolExecutionRequest>> turns = new ArrayList<>();
  private Iterator<List<ToolExecutionRequest>> rest;
  private int calls;

  /** Asks for one call in a turn of its own. */
  static Conversation asking(String tool, String arguments) {
    return new Conversation().then(tool, arguments);
  }

  /** Asks for one more call, in the next turn. */
  Conversation then(String tool, String arguments) {
    turns.add(new ArrayList<>(List.of(request(tool, arguments))));
    return this;
  }

  /** Asks for one more call in the same turn. */
  Conversation and(String tool, String arguments) {
    turns.get(turns.size() - 1).add(request(tool, arguments));
    return this;
  }

  /** Gives every call the id of the first one, as a careless provider may. */
  Conversation underOneId() {
    return under("call-1");
  }

  /** Gives every call that id, or none at all. */
  Conversation under(String id) {
    for (List<ToolExecutionRequest> turn : turns) {
      turn.replaceAll(request -> request.toBuilder().id(id).build());
    }
    return this;
  }

  /** Lets an AI service with these tools work through the script. */
  void with(Object tools) {
    with(service -> service.tools(tools));
  }

  /** Takes the script from its beginning, for whoever asks {@link #doChat}. */
  Conversation begin() {
    rest = turns.iterator();
    return this;
  }

  /** Lets an AI service work through the script. */
  void with(Consumer<AiServices<Bot>> setUp) {
    begin();
    AiServices<Bot> service = AiServices.builder(Bot.class).chatModel(this);
    setUp.accept(service);
    System.out.println("answer: " + service.build().chat("go on"));
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    List<ChatMessage> messages = request.messages();
    int told = messages.size();
    while (told > 0 && messages.get(told - 1) instanceof ToolExecutionResultMessage) {
      told--;
    }
    for (ChatMessage message : messages.subList(told, messages.size())) {
      ToolExecutionResultMessage result = (ToolExecutionResultMessage) message;
      System.out.println(result.toolName() + ": " + result.text());
    }
    AiMessage answer = rest.hasNext() ? AiMessage.from(rest.next()) : AiMessage.from("done");
    return ChatResponse.builder().aiMessage(answer).tokenUsage(new TokenUsage(1, 1)).build();
  }

  private ToolExecutionRequest request(String tool, String arguments) {
    return ToolExecutionRequest.builder()
        .id("call-" + ++calls)
        .name(tool)
        .arguments(arguments)
        .build();
  }
}
