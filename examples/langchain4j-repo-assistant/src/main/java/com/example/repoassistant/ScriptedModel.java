package com.example.repoassistant;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import java.util.Iterator;
import java.util.List;

/**
 * Stands in for a hosted model, so that the example needs no network: calls three tools, then says
 * what it was told.
 */
final class ScriptedModel implements ChatModel {

  private final Iterator<ToolExecutionRequest> calls;

  ScriptedModel(String repository) {
    calls =
        List.of(
                call(
                    "publish_release",
                    "{\"repository\": \"" + repository + "\", \"page\": \"release.md\"}"),
                call("pay_bounty", "{\"contributor\": 9007199254740993, \"amount\": 129.95}"),
                call("rebuild_index", "{}"))
            .iterator();
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    List<ChatMessage> messages = request.messages();
    if (messages.get(messages.size() - 1) instanceof ToolExecutionResultMessage result) {
      hear(result);
    }
    return ChatResponse.builder().aiMessage(answer()).tokenUsage(new TokenUsage(1, 1)).build();
  }

  private AiMessage answer() {
    if (!calls.hasNext()) {
      return AiMessage.from("That is all.");
    }
    ToolExecutionRequest call = calls.next();
    System.out.println("model calls  " + call.name() + " " + call.arguments());
    return AiMessage.from(call);
  }

  private static void hear(ToolExecutionResultMessage result) {
    // LangChain4j shows a future to the model as the state that it happens to be in.
    if (!result.toolName().equals("rebuild_index")) {
      System.out.println("is told      " + result.text());
    }
  }

  private static ToolExecutionRequest call(String tool, String arguments) {
    return ToolExecutionRequest.builder()
        .id("call-" + tool)
        .name(tool)
        .arguments(arguments)
        .build();
  }
}
