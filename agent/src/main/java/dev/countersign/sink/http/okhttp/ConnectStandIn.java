package dev.countersign.sink.http.okhttp;

import dev.countersign.EffectRefusedException;
import dev.countersign.ledger.BodyState;
import dev.countersign.sink.http.Surfacing;
import dev.countersign.weave.GatedCall;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Stands in for the interceptor that connects, during one request: what is refused while a
 * connection is made leaves it as a refusal of the request does, see {@link StandIn}.
 */
final class ConnectStandIn implements InvocationHandler {

  private final Object connecting;
  private final OkLibrary library;
  private final Attempts attempts;

  private ConnectStandIn(Object connecting, OkLibrary library, Attempts attempts) {
    this.connecting = connecting;
    this.library = library;
    this.attempts = attempts;
  }

  static Object of(Object connecting, OkLibrary library, Attempts attempts) {
    Class<?> interceptor = library.interceptor();
    return Proxy.newProxyInstance(
        interceptor.getClassLoader(),
        new Class<?>[] {interceptor},
        new ConnectStandIn(connecting, library, attempts));
  }

  @Override
  public Object invoke(Object self, Method method, Object[] args) throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return GatedCall.plain(method, connecting, args);
    }
    Attempts.Passing passing = attempts.passing();
    Object outer = passing.call;
    passing.call = library.call(args[0]);
    try {
      return library.intercept(connecting, args[0]);
    } catch (EffectRefusedException refused) {
      throw Surfacing.of(refused);
    } catch (Throwable failed) {
      passing.tunnelEnded(BodyState.RAISED, failed);
      throw failed;
    } finally {
      passing.tunnelEnded(BodyState.ABANDONED, null);
      passing.call = outer;
    }
  }
}
