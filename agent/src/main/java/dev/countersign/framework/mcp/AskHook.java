package dev.countersign.framework.mcp;

import dev.countersign.EffectRefusedException;
import dev.countersign.scope.Carry;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * {@code McpAsyncClient#callTool}, where the synchronous client ends up as well: the resolution of
 * a call of somebody else's tool, and where a refusal becomes the result that the model reads.
 */
final class AskHook implements SiteHandler {

  private static final int MOST_CAUSES = 16;

  private final SentCalls sent;

  AskHook(SentCalls sent) {
    this.sent = sent;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    if (!CalledTool.is(args[0])) {
      // Without a request the library fails by itself.
      return null;
    }
    args[0] = sent.ask(self, args[0]);
    return args[0];
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Class<?> library = token.getClass();
    Monos monos = Monos.of(library);
    EffectRefusedException refused = sent.refusal(token);
    if (refused != null) {
      return monos.just(ToldResult.of(library, refused));
    }
    return monos.isMono(result)
        ? monos.watched(result, () -> new Asking(library, Carry.capture()))
        : result;
  }

  /** One subscription. */
  private record Asking(Class<?> library, Object carried) implements Watcher {

    @Override
    public Object failed(Throwable thrown) {
      EffectRefusedException refused = refusalIn(thrown);
      return refused == null ? null : ToldResult.of(library, refused);
    }
  }

  /** HTTP clients and transports put what was thrown into exceptions of their own. */
  private static EffectRefusedException refusalIn(Throwable thrown) {
    Throwable at = thrown;
    for (int i = 0; i < MOST_CAUSES && at != null; i++) {
      if (at instanceof EffectRefusedException refused) {
        return refused;
      }
      at = at.getCause();
    }
    return null;
  }
}
