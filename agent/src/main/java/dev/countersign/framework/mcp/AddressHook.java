package dev.countersign.framework.mcp;

import dev.countersign.scope.Effects;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.net.URI;

/**
 * Before an HTTP transport, or the {@code WebClient} below it, begins a request with a URI:
 * customizers, filters and builders of the application's own are asked behind it.
 */
final class AddressHook implements SiteHandler {

  private final Effects effects;

  AddressHook(Effects effects) {
    this.effects = effects;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    if (args[1] instanceof URI uri) {
      Leaving.goesTo(effects.exemptions().seal(), uri);
    }
    return null;
  }
}
