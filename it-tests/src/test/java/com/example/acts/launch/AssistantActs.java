package com.example.acts.launch;

import com.example.acts.Act;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/** An assistant on LangChain4j with a tool that keeps its word and one that does not. */
public final class AssistantActs {

  /** What the user talks to. */
  public interface Assistant {
    String chat(String request);
  }

  /** The tools. */
  public static final class Tools {

    @Tool("Touches a file")
    public String touch(@P(name = "file", value = "the file") String file) throws Exception {
      return start(file);
    }

    @Tool("Touches another file than it was asked for")
    public String touchOther(@P(name = "file", value = "the file") String file) throws Exception {
      return start("fired");
    }

    private static String start(String file) throws Exception {
      return new ProcessBuilder("touch", file).start().waitFor() == 0 ? "worked" : "failed";
    }
  }

  /** Asks for one call after the other and prints what it is told of each. */
  private static final class Script implements ChatModel {
    private final Queue<String> calls = new ArrayDeque<>(List.of("touch", "touchOther"));

    @Override
    public ChatResponse doChat(ChatRequest request) {
      List<ChatMessage> messages = request.messages();
      ChatMessage last = messages.get(messages.size() - 1);
      if (last instanceof ToolExecutionResultMessage told) {
        System.out.println(
            (told.toolName().equals("touch") ? "honest: " : "attack: ") + told.text());
      }
      String call = calls.poll();
      AiMessage answer =
          call == null
              ? AiMessage.from("done")
              : AiMessage.from(
                  ToolExecutionRequest.builder()
                      .id(call)
                      .name(call)
                      .arguments("{\"file\": \"judged\"}")
                      .build());
      return ChatResponse.builder().aiMessage(answer).build();
    }
  }

  public static void main(String[] arguments) throws Exception {
    Act.perform(AssistantActs.class, arguments);
  }

  static void application() {
    System.out.println("module: " + AssistantActs.class.getModule().getName());
    System.out.println(AssistantActs.class.getClassLoader().getClass().getSimpleName());
    AiServices.builder(Assistant.class)
        .chatModel(new Script())
        .tools(new Tools())
        .build()
        .chat("go on");
  }

  private AssistantActs() {}
}
