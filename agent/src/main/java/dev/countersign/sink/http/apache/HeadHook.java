package dev.countersign.sink.http.apache;

import dev.countersign.scope.WeakIdentityMap;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/** Puts a {@link HeadWriter} in the place of what a connection writes heads with, for one head. */
final class HeadHook implements SiteHandler {

  private final WeakIdentityMap<Wire> wires;
  private final HeadWriter.Judging judging;

  HeadHook(WeakIdentityMap<Wire> wires, HeadWriter.Judging judging) {
    this.wires = wires;
    this.judging = judging;
  }

  @Override
  public Object enter(WovenMethod woven, Object connection, Object[] args) {
    // The call's receiver and its arguments: the writer, the request and, in 5, where to.
    Wire wire = wires.get(connection);
    if (wire == null) {
      throw new IllegalStateException("a connection that was never given a socket");
    }
    ApacheLibrary library = ApacheLibrary.of(connection, woven.className());
    args[0] = HeadWriter.of(args[0], connection, wire, library, judging);
    return null;
  }
}
