package dev.countersign.framework.mcp;

import dev.countersign.scope.Effects;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.net.http.HttpClient;

/**
 * Before an HTTP transport hands a request to its client: on a thread to which an answer led (it
 * said that somebody has to log in) or a customizer, the transport's frame need not be there.
 */
final class RequestHook implements SiteHandler {

  private final Effects effects;
  private final Leaving leaving;

  RequestHook(Effects effects, Leaving leaving) {
    this.effects = effects;
    this.leaving = leaving;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    if (args[0] instanceof HttpClient client && effects.exemptions().seal() == null) {
      args[0] = new FramedClient(client, effects, leaving.ofAny(Library.of(woven)));
    }
    return null;
  }
}
