package dev.countersign.framework.mcp;

import dev.countersign.framework.Accessors;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * {@code McpSchema#deserializeJsonRpcMessage}: every transport of the library reads its messages
 * here, and nowhere behind it does the text exist, in which every digit is what the model wrote.
 */
final class MessageHook implements SiteHandler {

  private final Arrivals arrivals;

  MessageHook(Arrivals arrivals) {
    this.arrivals = arrivals;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    return args[1];
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    if (Accessors.isExactly(result, Library.MESSAGE)
        && "tools/call".equals(Accessors.get(result, "method"))) {
      Object params = Accessors.get(result, "params");
      if (params != null) {
        arrivals.read(params, Arrived.of(Accessors.get(result, "id"), (String) token));
      }
    }
    return result;
  }
}
