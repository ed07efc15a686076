package dev.countersign.sink.http.apache;

import dev.countersign.effect.Overheard;
import dev.countersign.effect.SendBody;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Outlook;
import dev.countersign.scope.WeakIdentityMap;
import dev.countersign.sink.http.OverheardStream;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.io.OutputStream;

/**
 * Behind a head that was judged with its body, these bytes are sent, whatever entity there is by
 * now; behind any other one, no body that nobody judged.
 */
final class EntityHook implements SiteHandler {

  private final WeakIdentityMap<Wire> wires;
  private final Sends sends;
  private final int entity;

  /**
   * @param entity which argument of the call is it, the call's receiver being the first
   */
  EntityHook(WeakIdentityMap<Wire> wires, Sends sends, int entity) {
    this.wires = wires;
    this.sends = sends;
    this.entity = entity;
  }

  @Override
  public Object enter(WovenMethod woven, Object connection, Object[] args) {
    Wire wire = wires.get(connection);
    Attempt attempt = wire == null ? null : wire.attempt();
    if (!sends.enforcing()) {
      hear(attempt, args);
      return null;
    }
    boolean held = attempt != null && attempt.held() != null;
    if (held || isUnjudged(wire, attempt)) {
      args[entity] =
          HeldEntity.of(
              args[entity], wire, attempt, ApacheLibrary.of(connection, woven.className()));
    }
    return null;
  }

  /** Where something is learned, a copy is made of what is written. */
  private void hear(Attempt attempt, Object[] args) {
    Overheard copy = attempt == null || attempt.body() == null ? null : attempt.body().overheard();
    int out = entity + 1;
    if (copy != null && out < args.length && args[out] instanceof OutputStream given) {
      args[out] = new OverheardStream(given, copy);
      attempt.heard();
    }
  }

  /** A head that was left alone may have been another thread's, or another tool's. */
  private boolean isUnjudged(Wire wire, Attempt attempt) {
    if (attempt != null && !attempt.isLeft()) {
      return attempt.body() == SendBody.NONE;
    }
    if (!Carry.carries(Carry.capture())) {
      return false;
    }
    String target =
        attempt != null ? attempt.addressee().target() : wire == null ? null : wire.target();
    return target == null || sends.outlook(target) != Outlook.LEFT;
  }
}
