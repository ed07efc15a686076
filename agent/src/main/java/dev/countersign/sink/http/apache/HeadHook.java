package dev.countersign.sink.http.apache;

import dev.countersign.scope.WeakIdentityMap;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * Puts a {@link HeadWriter} in the place of what a connection writes heads with, for one head that
 * somebody may ask about.
 */
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
    // Of 5 the library's own request answers by itself; one of 4 may ask the application's.
    if (library.isFive() && judging.leaves(wire, wire.attempt(), library, args[1])) {
      wire.attempt(null);
    } else {
      args[0] = HeadWriter.of(args[0], connection, wire, library, judging);
    }
    return null;
  }
}
