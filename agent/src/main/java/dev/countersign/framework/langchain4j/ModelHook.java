package dev.countersign.framework.langchain4j;

import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * {@code ChatModel#chat(ChatRequest)}: what the model was shown, and the calls that it asked for in
 * return.
 */
final class ModelHook implements SiteHandler {

  private final SeenDefinitions definitions;

  ModelHook(SeenDefinitions definitions) {
    this.definitions = definitions;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    return args[0];
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    if (thrown == null) {
      definitions.answered(token, result);
    }
    return result;
  }
}
