package dev.countersign.sink.http.apacheasync;

import dev.countersign.scope.WeakIdentityMap;
import dev.countersign.sink.http.Members;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.lang.reflect.Field;
import java.net.InetSocketAddress;

/**
 * HttpCore 5 is about to ask a SOCKS proxy for a connection: remembers where it is told to go,
 * which the session says no more when there is a request on it.
 */
final class SocksHook implements SiteHandler {

  private static final ClassValue<Field> REMOTE =
      new ClassValue<>() {
        @Override
        protected Field computeValue(Class<?> request) {
          try {
            return Members.field(request, "remoteAddress");
          } catch (NoSuchFieldException unknownLine) {
            throw new IllegalStateException(
                "this HttpCore is not known, 5.1 to 5.4 are: "
                    + unknownLine
                    + ". None of its connections goes through a SOCKS proxy",
                unknownLine);
          }
        }
      };

  /** By session: of all clients, which have their reactors apart from what asks them. */
  private static final WeakIdentityMap<InetSocketAddress> TOLD = new WeakIdentityMap<>();

  /** What the proxy of a session was told; null where there is none. */
  static InetSocketAddress told(Object session) {
    return TOLD.get(session);
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    // The session, and from 5.2 on what it was asked for with; in 5.1 the server is third.
    Object server =
        args[2] instanceof InetSocketAddress
            ? args[2]
            : Members.read(REMOTE.get(args[1].getClass()), args[1]);
    if (server instanceof InetSocketAddress told) {
      TOLD.put(args[0], told);
    }
    return null;
  }
}
