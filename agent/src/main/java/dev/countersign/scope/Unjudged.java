package dev.countersign.scope;

import dev.countersign.ActionClass;
import dev.countersign.config.Unbound;
import dev.countersign.config.Word;
import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.ScopeName;

/**
 * What no request holds and so no preview can bind (spec 5.7): native code that is about to be
 * loaded or made callable, and a connection that no known client opens.
 *
 * @param kind one of those below, which is its finding as well
 * @param asked a library's path or name as it was asked for; of a down-call the class that makes
 *     it; of a connection where it goes to, {@code address:port}
 * @param by the class that asks for it
 * @param adapter which hook saw it
 */
public record Unjudged(String kind, String asked, String by, Adapter adapter) {

  /** A library is loaded. */
  public static final String LOAD = "native_load";

  /** A method handle is made that calls native code. */
  public static final String DOWNCALL = "native_downcall";

  /** A stream socket or channel is connected. */
  public static final String SOCKET = "socket";

  /** A datagram is sent, or its socket connected. */
  public static final String DATAGRAM = "datagram";

  /** What is recorded of it: the last segment of a library's path, or all of it. */
  public String target() {
    return kind.equals(LOAD) ? asked.substring(asked.lastIndexOf('/') + 1) : asked;
  }

  private boolean isConnection() {
    return kind.equals(SOCKET) || kind.equals(DATAGRAM);
  }

  /** As an exception names it. */
  String sink() {
    return isConnection() ? "socket" : "native";
  }

  /** What the configuration says about it. */
  Word word(Unbound unbound) {
    return isConnection() ? unbound.sockets() : unbound.nativeLoads();
  }

  /** The action class that its refusal names. */
  ActionClass action() {
    return isConnection() ? ActionClass.NETWORK_REQUEST : ActionClass.NATIVE_CODE;
  }

  /** The scope of its entries. */
  String scope() {
    return ScopeName.agent(isConnection() ? "socket" : "native");
  }

  /** By what it is known when it comes again; null where each time counts. */
  String key() {
    return kind.equals(SOCKET) ? null : kind + ' ' + asked + ' ' + by;
  }
}
