package dev.countersign.framework.springai;

import dev.countersign.framework.ExemptFrames;
import dev.countersign.weave.Site;
import java.util.ArrayList;
import java.util.List;

/**
 * Where this library talks to models (spec 5.5): the calls of its own models, those that block and
 * those that stream.
 *
 * <p>The names are those of 1.0.3, 1.1.2 and, as far as a model still has a module, 2.0.1. Before
 * 2.0 a model runs tools inside this call, which ends the exemption for them.
 */
final class ExemptModels {

  private static final String PROMPT = "(Lorg/springframework/ai/chat/prompt/Prompt;)";

  private static final String[] NAMES = {
    "anthropic.AnthropicChatModel",
    "azure.openai.AzureOpenAiChatModel",
    "bedrock.converse.BedrockProxyChatModel",
    "deepseek.DeepSeekChatModel",
    "google.genai.GoogleGenAiChatModel",
    "minimax.MiniMaxChatModel",
    "mistralai.MistralAiChatModel",
    "ollama.OllamaChatModel",
    "openai.OpenAiChatModel",
    "openaisdk.OpenAiSdkChatModel",
    "vertexai.gemini.VertexAiGeminiChatModel",
    "zhipuai.ZhiPuAiChatModel",
  };

  static List<Site> sites(ExemptFrames table) {
    List<Site> sites = new ArrayList<>(2 * NAMES.length);
    for (String name : NAMES) {
      String model = "org.springframework.ai." + name;
      sites.add(
          table.frame(model, "call", PROMPT + "Lorg/springframework/ai/chat/model/ChatResponse;"));
      sites.add(table.frame(model, "stream", PROMPT + "Lreactor/core/publisher/Flux;"));
    }
    return sites;
  }

  private ExemptModels() {}
}
