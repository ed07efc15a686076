package dev.countersign.sink.http.apacheasync;

import dev.countersign.scope.Carry;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.lang.reflect.Proxy;

/**
 * Keeps the scope open that asked for a request, and known where its attempts are made, until the
 * request is over: the tool may return before that, and both libraries make attempts on threads of
 * their own.
 */
final class Scopes {

  private static final int FUTURE = 3;
  private static final int RUNTIME = 5;

  private final Sendings sendings;

  Scopes(Sendings sendings) {
    this.sendings = sendings;
  }

  /**
   * HttpClient 5, at the constructor of {@code AsyncExecChain.Scope}: made once where the
   * application asks, and again for each redirect.
   */
  SiteHandler beginning() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object self, Object[] args) {
        if (!sendings.leaves() && sendings.of(args[RUNTIME]) == null) {
          Sending sending = sendings.of(args[FUTURE]);
          if (sending == null) {
            sending = sendings.begin();
            sendings.put(args[FUTURE], sending);
          }
          sendings.put(args[RUNTIME], sending);
        }
        return null;
      }
    };
  }

  /** HttpClient 5, where a runtime gets an exchange to execute: an attempt of its request. */
  SiteHandler attempting() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object runtime, Object[] args) {
        Sending sending = sendings.of(runtime);
        if (sending != null) {
          sendings.put(args[1], sending);
        }
        return null;
      }
    };
  }

  /**
   * Clients and requesters of HttpClient 5 that the application gives an exchange of its own.
   *
   * @param exchange which argument it is
   */
  SiteHandler beginningOf(int exchange) {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object self, Object[] args) {
        if (args[exchange] != null && !sendings.leaves()) {
          sendings.beginOpenEnded(args[exchange]);
        }
        return null;
      }
    };
  }

  /**
   * A thread of a reactor starts: it works for whoever asks, not for whoever happened to start the
   * client.
   */
  SiteHandler startingReactor() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object self, Object[] args) {
        Carry.enter(null);
        return null;
      }
    };
  }

  /**
   * HttpClient 5 over HTTP/2 alone, where it is about to close the connection of a request that
   * failed: others are on it, and of one that was refused nothing is.
   */
  SiteHandler closing() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object runtime, Object[] args) {
        Sending sending = sendings.of(runtime);
        if (sending != null && sending.isRefusedUnsent()) {
          args[0] = untouched(args[0]);
        }
        return null;
      }
    };
  }

  private static Object untouched(Object session) {
    for (Class<?> type = session.getClass(); type != null; type = type.getSuperclass()) {
      for (Class<?> shape : type.getInterfaces()) {
        if (shape.getName().endsWith("IOSession")) {
          return Proxy.newProxyInstance(
              shape.getClassLoader(), new Class<?>[] {shape}, (self, method, values) -> null);
        }
      }
    }
    return session;
  }

  /** The same of a thread that is a reactor's for a while. */
  SiteHandler runningReactor() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object self, Object[] args) {
        return new Object[] {Carry.enter(null)};
      }

      @Override
      public Object exit(Object token, Object result, Throwable thrown) {
        Carry.restore(((Object[]) token)[0]);
        return result;
      }
    };
  }

  /** HttpAsyncClient 4.1, where an exchange is started. */
  SiteHandler starting() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object exchange, Object[] args) {
        if (!sendings.leaves() && sendings.of(exchange) == null) {
          sendings.put(exchange, sendings.begin());
        }
        return null;
      }
    };
  }

  /** At the exit of what ends a request: its callbacks have run. */
  SiteHandler ending() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object part, Object[] args) {
        return sendings.of(part) == null ? null : part;
      }

      @Override
      public Object exit(Object part, Object result, Throwable thrown) {
        sendings.end(part);
        return result;
      }
    };
  }
}
