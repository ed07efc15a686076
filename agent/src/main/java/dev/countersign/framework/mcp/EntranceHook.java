package dev.countersign.framework.mcp;

import dev.countersign.ledger.Adapter;
import dev.countersign.weave.OpenProxy;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.Supertypes;
import dev.countersign.weave.WovenMethod;
import java.util.Set;

/** {@code toolsCallRequestHandler()} of a server, which makes what takes its {@code tools/call}. */
final class EntranceHook implements SiteHandler {

  private static final Set<String> ENTRANCES =
      Set.of(Library.ENTRANCE, Library.STATELESS_ENTRANCE, Library.SESSION_ENTRANCE);

  private final Arrivals arrivals;
  private final Resolutions resolutions;
  private final Adapter adapter;

  EntranceHook(Arrivals arrivals, Resolutions resolutions, Adapter adapter) {
    this.arrivals = arrivals;
    this.resolutions = resolutions;
    this.adapter = adapter;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    return woven;
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    return result == null
        ? null
        : OpenProxy.of(
            Supertypes.named(result.getClass(), ENTRANCES),
            new Entrance(result, arrivals, resolutions, adapter));
  }
}
