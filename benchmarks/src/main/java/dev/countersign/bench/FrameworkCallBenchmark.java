package dev.countersign.bench;

import com.example.bench.FrameworkDesk;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import dev.langchain4j.service.tool.ToolExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.support.ToolCallbacks;

/**
 * A tool call as a framework carries it out, from the model's JSON to what the model is told, on
 * the library as it is. Run with the agent and without it: what lies between is the preset's, with
 * its entries in the books.
 */
public class FrameworkCallBenchmark {

  private static final String ARGUMENTS = "{\"order\": \"A-100017\", \"cents\": 1999}";

  /** LangChain4j's own executor of a method. */
  @State(Scope.Benchmark)
  public static class LangChain4j {
    private final ToolExecutionRequest request =
        ToolExecutionRequest.builder().id("call-1").name("refund").arguments(ARGUMENTS).build();
    private final ToolExecutor executor = new DefaultToolExecutor(new FrameworkDesk(), request);
  }

  /** Spring AI's manager, with one call of a turn. */
  @State(Scope.Benchmark)
  public static class SpringAi {
    private final ToolCallingManager manager = ToolCallingManager.builder().build();
    private final Prompt prompt =
        new Prompt(
            new ArrayList<>(List.of(new UserMessage("go on"))),
            ToolCallingChatOptions.builder()
                .toolCallbacks(ToolCallbacks.from(new FrameworkDesk()))
                .build());
    private final ChatResponse response =
        new ChatResponse(
            List.of(
                new Generation(
                    AssistantMessage.builder()
                        .content("")
                        .properties(Map.of())
                        .toolCalls(
                            List.of(
                                new AssistantMessage.ToolCall(
                                    "call-1", "function", "refund", ARGUMENTS)))
                        .build())));
  }

  @Benchmark
  public String langChain4j(LangChain4j state) {
    return state.executor.execute(state.request, "memory");
  }

  @Benchmark
  public Object springAi(SpringAi state) {
    return state.manager.executeToolCalls(state.prompt, state.response).conversationHistory();
  }
}
