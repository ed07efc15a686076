package com.example.refunds;

import java.util.Iterator;
import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.stereotype.Component;

/**
 * Stands in for a hosted model, so that the example needs no network: calls two tools, then says
 * that it is done.
 */
@Component
class ScriptedModel implements ChatModel {

  private final Iterator<AssistantMessage.ToolCall> calls =
      List.of(
              call(
                  "refund",
                  "{\"account\": \"DE-4711\", \"amount\": 129.95, \"currency\": \"EUR\"}"),
              call("note", "{\"order\": \"4711\", \"text\": \"refunded\"}"))
          .iterator();

  @Override
  public ChatResponse call(Prompt prompt) {
    List<Message> messages = prompt.getInstructions();
    if (messages.get(messages.size() - 1) instanceof ToolResponseMessage told) {
      told.getResponses()
          .forEach(response -> System.out.println("is told      " + response.responseData()));
    }
    return new ChatResponse(List.of(new Generation(answer())));
  }

  private AssistantMessage answer() {
    if (!calls.hasNext()) {
      return new AssistantMessage("That is all.");
    }
    AssistantMessage.ToolCall call = calls.next();
    System.out.println("model calls  " + call.name() + " " + call.arguments());
    return AssistantMessage.builder().toolCalls(List.of(call)).build();
  }

  @Override
  public ChatOptions getOptions() {
    return ToolCallingChatOptions.builder().build();
  }

  private static AssistantMessage.ToolCall call(String tool, String arguments) {
    return new AssistantMessage.ToolCall("call-" + tool, "function", tool, arguments);
  }
}
