package dev.countersign.sink.http.apache;

import dev.countersign.sink.http.Members;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.lang.reflect.Method;

/**
 * What the calling thread has the client connect to: at its connection operators, which know the
 * server that is meant and not only an address. What they call back into may connect other things,
 * and says so itself.
 */
final class Connecting {

  /**
   * @param upgrade whether a connection that stands becomes one over TLS
   * @param local whether it goes to a Unix domain socket, whatever the place says
   */
  record To(Place place, boolean upgrade, boolean local) {}

  /** Tells a null that was there before from no token. */
  private static final Object NOTHING = new Object();

  private static final ClassValue<Method[]> HOST =
      new ClassValue<>() {
        @Override
        protected Method[] computeValue(Class<?> host) {
          try {
            return new Method[] {
              Members.method(host, "getHostName"), Members.method(host, "getPort")
            };
          } catch (NoSuchMethodException unknownLine) {
            throw new IllegalStateException(
                host.getName() + " of Apache HttpClient is not known", unknownLine);
          }
        }
      };

  private final Sends sends;
  private final ThreadLocal<To> current = new ThreadLocal<>();

  Connecting(Sends sends) {
    this.sends = sends;
  }

  /** Null where the client connects nothing. */
  To current() {
    return current.get();
  }

  /**
   * @param host which argument is it: the library's own, which is final
   * @param file which argument is a Unix domain socket; negative = none
   */
  SiteHandler hook(int host, int file, boolean upgrade) {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object operator, Object[] args) {
        To outer = current.get();
        Method[] methods = HOST.get(args[host].getClass());
        Place place =
            Place.of(
                (String) Members.call(methods[0], args[host]),
                (Integer) Members.call(methods[1], args[host]));
        become(new To(place, upgrade, file >= 0 && args[file] != null));
        return outer == null ? NOTHING : outer;
      }

      @Override
      public Object exit(Object token, Object result, Throwable thrown) {
        become(token == NOTHING ? null : (To) token);
        return result;
      }
    };
  }

  private void become(To to) {
    if (to == null) {
      current.remove();
    } else {
      current.set(to);
    }
    sends.connectingTo(to == null ? null : to.place().host());
  }
}
