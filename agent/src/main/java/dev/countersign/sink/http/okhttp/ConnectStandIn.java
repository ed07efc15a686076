package dev.countersign.sink.http.okhttp;

import dev.countersign.EffectRefusedException;
import dev.countersign.ledger.BodyState;
import dev.countersign.sink.http.Sends;
import dev.countersign.sink.http.Surfacing;
import dev.countersign.weave.GatedCall;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Stands in for the interceptor that connects, during one request: what is refused while a
 * connection is made leaves it as a refusal of the request does, see {@link StandIn}. Below it are
 * the network interceptors too: what is refused of theirs leaves as it is.
 */
final class ConnectStandIn implements InvocationHandler {

  private final Object connecting;
  private final OkLibrary library;
  private final Sends sends;
  private final Attempts attempts;

  private ConnectStandIn(Object connecting, OkLibrary library, Sends sends, Attempts attempts) {
    this.connecting = connecting;
    this.library = library;
    this.sends = sends;
    this.attempts = attempts;
  }

  static Object of(Object connecting, OkLibrary library, Sends sends, Attempts attempts) {
    Class<?> interceptor = library.interceptor();
    return Proxy.newProxyInstance(
        interceptor.getClassLoader(),
        new Class<?>[] {interceptor},
        new ConnectStandIn(connecting, library, sends, attempts));
  }

  @Override
  public Object invoke(Object self, Method method, Object[] args) throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return GatedCall.plain(method, connecting, args);
    }
    Attempts.Passing passing = attempts.passing();
    Object outer = passing.call;
    boolean outerRefused = passing.tunnelRefused;
    passing.call = library.call(args[0]);
    passing.tunnelRefused = false;
    try {
      return library.intercept(connecting, args[0]);
    } catch (Throwable failed) {
      if (failed instanceof EffectRefusedException refused
          && (passing.tunnelRefused || sends.isEarly(refused))) {
        throw Surfacing.of(refused);
      }
      passing.tunnelEnded(BodyState.RAISED, failed);
      throw failed;
    } finally {
      passing.tunnelEnded(BodyState.ABANDONED, null);
      passing.call = outer;
      passing.tunnelRefused = outerRefused;
    }
  }
}
