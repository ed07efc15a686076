package dev.countersign.framework.langchain4j;

import dev.countersign.framework.Accessors;
import dev.countersign.framework.Resolution;
import dev.countersign.scope.CallScope;
import java.lang.reflect.Field;
import java.util.Optional;

/** Under which name a tool server gets a call that is on its way to it. */
final class SentTool {

  private static final String FIXED = "fixedToolName";

  /** Whether this line's executor of MCP tools, the class itself, may put another name in place. */
  private static final ClassValue<Boolean> MAY_RENAME =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          for (Field field : type.getDeclaredFields()) {
            if (field.getName().equals(FIXED)) {
              return true;
            }
          }
          return false;
        }
      };

  /**
   * Whether an executor of MCP tools or a client runs in this scope, for a tool that its server
   * knows by that name.
   *
   * @param scope may be null
   */
  static boolean isUnderway(CallScope scope, String name) {
    Resolution around = Resolution.of(scope);
    if (around == null || !scope.isRunning()) {
      return false;
    }
    Object sends = around.tool().callSite();
    if (sends != McpSendHook.BY_EXECUTOR && sends != McpSendHook.BY_CLIENT) {
      return false;
    }
    String fixed = sends == McpSendHook.BY_EXECUTOR ? fixedName(around.executor()) : null;
    return name.equals(fixed == null ? ExecutionRequest.read(around.request()).tool() : fixed);
  }

  /** Null where the executor has none. */
  private static String fixedName(Object executor) {
    Class<?> type = executor.getClass();
    while (!type.getName().equals(Library.MCP_EXECUTOR)) {
      type = type.getSuperclass();
    }
    return MAY_RENAME.get(type)
            && Accessors.field(executor, type, FIXED) instanceof Optional<?> fixed
            && fixed.isPresent()
        ? (String) fixed.get()
        : null;
  }

  private SentTool() {}
}
