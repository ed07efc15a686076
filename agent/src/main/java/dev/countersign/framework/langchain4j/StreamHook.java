package dev.countersign.framework.langchain4j;

import dev.countersign.framework.Accessors;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * What {@code StreamingChatModel#chat} puts between a model and whoever asked: the calls that the
 * model asked for, whole or one by one as they are complete, and what it had been shown.
 */
final class StreamHook implements SiteHandler {

  private final SeenDefinitions definitions;

  StreamHook(SeenDefinitions definitions) {
    this.definitions = definitions;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Object chatRequest = Accessors.field(self, self.getClass(), "val$finalChatRequest");
    if (Accessors.isExactly(args[0], Library.COMPLETE_TOOL_CALL)) {
      definitions.asked(chatRequest, Accessors.get(args[0], "toolExecutionRequest"));
    } else {
      definitions.answered(chatRequest, args[0]);
    }
    return null;
  }
}
