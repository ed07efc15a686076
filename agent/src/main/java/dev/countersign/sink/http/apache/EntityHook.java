package dev.countersign.sink.http.apache;

import dev.countersign.effect.SendBody;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Outlook;
import dev.countersign.scope.WeakIdentityMap;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

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
    if (!sends.enforcing()) {
      return null;
    }
    Wire wire = wires.get(connection);
    Attempt attempt = wire == null ? null : wire.attempt();
    boolean held = attempt != null && attempt.held() != null;
    if (held || isUnjudged(wire, attempt)) {
      args[entity] =
          HeldEntity.of(
              args[entity], wire, attempt, ApacheLibrary.of(connection, woven.className()));
    }
    return null;
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
