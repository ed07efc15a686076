package dev.countersign.sink.http.url;

import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/** Tells {@link WriteSink} which connection it is about to be asked for. Decides nothing. */
final class ConnectionHook implements SiteHandler {

  private final Connections connections;

  ConnectionHook(Connections connections) {
    this.connections = connections;
  }

  @Override
  public Object enter(WovenMethod woven, Object connection, Object[] args) {
    connections.writing(connection);
    return null;
  }
}
