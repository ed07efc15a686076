package dev.countersign.framework.mcp;

import dev.countersign.framework.Accessors;
import dev.countersign.framework.Defined;
import dev.countersign.framework.Definitions;
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

  private final Definitions definitions = new Definitions();
  private final WeakIdentityMap<Listed> byClient = new WeakIdentityMap<>();

  /** What one client was told. */
  private static final class Listed {
    private final Map<String, Object> byName = new ConcurrentHashMap<>();
    private volatile boolean incomplete;

    void add(String name, Object tool) {
      if (byName.size() < MAX_TOOLS || byName.containsKey(name)) {
        byName.put(name, tool);
      } else {
        incomplete = true;
      }
    }
  }

  /**
   * The definition of a tool, as {@link ToolDefinition#of} reads it; null where it was not seen.
   */
  Defined definition(Object client, String tool) {
    Listed known = byClient.get(client);
    Object listed = known == null ? null : known.byName.get(tool);
    return listed == null ? null : definitions.of(ToolDefinition.of(listed));
  }

  /**
   * Why a tool cannot be told from what it was when it was pinned: its server lists more than is
   * remembered; null where it can, or was never listed.
   */
  String forgotten(Object client, String tool) {
    Listed known = byClient.get(client);
    return known == null || !known.incomplete || known.byName.containsKey(tool)
        ? null
        : "its server lists more than "
            + MAX_TOOLS
            + " tools, and what it said of this one is not known. Set pin: off for it";
  }

  /**
   * {@code McpAsyncClient#listTools} of a page: in 0.10 all pass there; other lines call what is
   * heard already.
   */
  SiteHandler ofOldLines() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object self, Object[] args) {
        return self;
      }

      @Override
      public Object exit(Object token, Object result, Throwable thrown) {
        return Library.isOld(token.getClass())
            ? ListedTools.this.exit(token, result, thrown)
            : result;
      }
    };
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
    byClient.putIfAbsent(client, new Listed());
    Listed known = byClient.get(client);
    for (Object tool : tools) {
      if (Accessors.isExactly(tool, Library.TOOL)
          && Accessors.get(tool, "name") instanceof String name) {
        known.add(name, tool);
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
