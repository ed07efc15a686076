package com.example.acts.springai;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.tool.ToolCallback;

/**
 * A scripted model that asks for calls of tools in one turn, for whichever line of Spring AI is on
 * the class path, and prints what it is told of each.
 */
final class Desk {

  private final List<AssistantMessage.ToolCall> calls = new ArrayList<>();
  private final ToolCallback[] tools;

  private Desk(ToolCallback[] tools) {
    this.tools = tools;
  }

  static Desk with(ToolCallback... tools) {
    return new Desk(tools);
  }

  /** One more call of the turn. */
  Desk asks(String tool, String arguments) {
    return asks("call-" + calls.size(), tool, arguments);
  }

  Desk asks(String id, String tool, String arguments) {
    calls.add(new AssistantMessage.ToolCall(id, "function", tool, arguments));
    return this;
  }

  /** As an application does that controls the loop itself. */
  void byTheManager() {
    print(manager().executeToolCalls(prompt(), asking()).conversationHistory());
  }

  /** As most applications do. */
  void byTheClient() {
    Model model = new Model();
    System.out.println(
        "answer: "
            + ChatClient.builder(model)
                .build()
                .prompt("go on")
                .toolCallbacks(tools)
                .call()
                .content());
  }

  /** Asks for the calls, then answers with what it was told. Runs the tools itself before 2.0. */
  private final class Model implements ChatModel {
    @Override
    public ChatResponse call(Prompt prompt) {
      List<Message> messages = prompt.getInstructions();
      if (messages.get(messages.size() - 1) instanceof ToolResponseMessage) {
        print(messages);
        return new ChatResponse(List.of(new Generation(message("done", List.of()))));
      }
      return isBeforeTwo()
          ? call(new Prompt(manager().executeToolCalls(prompt, asking()).conversationHistory()))
          : asking();
    }

    @Override
    public ChatOptions getDefaultOptions() {
      return ToolCallingChatOptions.builder().build();
    }

    /** What it is called from 2.0 on. */
    @SuppressWarnings("unused")
    public ChatOptions getOptions() {
      return getDefaultOptions();
    }
  }

  private static void print(List<Message> messages) {
    ToolResponseMessage told = (ToolResponseMessage) messages.get(messages.size() - 1);
    told.getResponses()
        .forEach(response -> System.out.println(response.name() + ": " + response.responseData()));
  }

  private static ToolCallingManager manager() {
    return ToolCallingManager.builder().build();
  }

  private Prompt prompt() {
    InvocationHandler options =
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "getToolCallbacks" -> List.of(tools);
              case "getToolNames" -> Set.of();
              case "getToolContext" -> Map.of("desk", "one");
              default -> null;
            };
    return new Prompt(
        List.<Message>of(new UserMessage("go on")),
        (ToolCallingChatOptions)
            Proxy.newProxyInstance(
                Desk.class.getClassLoader(),
                new Class<?>[] {ToolCallingChatOptions.class},
                options));
  }

  private ChatResponse asking() {
    return new ChatResponse(List.of(new Generation(message("", List.copyOf(calls)))));
  }

  /** By the constructor of 1.0, or the builder of later lines. */
  private static AssistantMessage message(String text, List<AssistantMessage.ToolCall> calls) {
    try {
      for (Method builder : AssistantMessage.class.getMethods()) {
        if (builder.getName().equals("builder")) {
          Object building = builder.invoke(null);
          set(building, "content", String.class, text);
          set(building, "toolCalls", List.class, calls);
          return (AssistantMessage) open(building, "build").invoke(building);
        }
      }
      return AssistantMessage.class
          .getConstructor(String.class, Map.class, List.class)
          .newInstance(text, Map.of(), calls);
    } catch (ReflectiveOperationException unknownLine) {
      throw new IllegalStateException(unknownLine);
    }
  }

  private static void set(Object building, String name, Class<?> type, Object value)
      throws ReflectiveOperationException {
    open(building, name, type).invoke(building, value);
  }

  private static Method open(Object building, String name, Class<?>... types)
      throws NoSuchMethodException {
    Method method = building.getClass().getMethod(name, types);
    method.setAccessible(true);
    return method;
  }

  static boolean isBeforeTwo() {
    try {
      Class.forName("org.springframework.ai.util.JsonHelper");
      return false;
    } catch (ClassNotFoundException earlier) {
      return true;
    }
  }
}
