package dev.countersign.framework.mcp;

import dev.countersign.framework.Accessors;
import dev.countersign.scope.Carry;
import dev.countersign.scope.WeakIdentityMap;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * {@code McpAsyncClient#listToolsInternal}: the tools as a server last described them to a client,
 * which is what the model was shown. Lists that come because a server says that its tools changed
 * pass here too.
 */
final class ListedTools implements SiteHandler {

  /** A server of the application's choice, but not of its making: it may list without an end. */
  private static final int MAX_TOOLS = 10_000;

  private final WeakIdentityMap<Map<String, Object>> byClient = new WeakIdentityMap<>();

  /**
   * The definition of a tool, as {@link ToolDefinition#of} reads it; null where it was not seen.
   */
  Map<String, Object> definition(Object client, String tool) {
    Map<String, Object> known = byClient.get(client);
    Object listed = known == null ? null : known.get(tool);
    return listed == null ? null : ToolDefinition.of(listed);
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    return self;
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Monos monos = Monos.of(token.getClass());
    return thrown == null && monos.isMono(result)
        ? monos.watched(result, () -> new Listing(this, token, Carry.capture()))
        : result;
  }

  private void listed(Object client, Object result) {
    if (!Accessors.isExactly(result, Library.LIST)
        || !(Accessors.get(result, "tools") instanceof List<?> tools)
        || tools.getClass().getClassLoader() != null) {
      return;
    }
    byClient.putIfAbsent(client, new ConcurrentHashMap<>());
    Map<String, Object> known = byClient.get(client);
    for (Object tool : tools) {
      if (Accessors.isExactly(tool, Library.TOOL)
          && Accessors.get(tool, "name") instanceof String name
          && (known.size() < MAX_TOOLS || known.containsKey(name))) {
        known.put(name, tool);
      }
    }
  }

  /** One page of a list. */
  private record Listing(ListedTools all, Object client, Object carried) implements Watcher {

    @Override
    public Object ended(Object value) {
      all.listed(client, value);
      return value;
    }
  }
}
