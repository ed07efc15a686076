package dev.countersign.sink.http.jetty;

import dev.countersign.sink.http.Room;
import dev.countersign.weave.GatedCall;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;

/** Reads a body of Jetty 10 or 11: the consumer that it is subscribed with. */
final class PushedDrain extends Draining implements InvocationHandler {

  private final Subscriptions subscriptions;
  private final Object content;
  private volatile Object subscription;

  PushedDrain(Subscriptions subscriptions, Object content, Room room) {
    super(room);
    this.subscriptions = subscriptions;
    this.content = content;
  }

  @Override
  void start() throws Throwable {
    Class<?> consumer = subscriptions.consumer();
    Object reader =
        Proxy.newProxyInstance(consumer.getClassLoader(), new Class<?>[] {consumer}, this);
    subscription = subscriptions.subscribe(content, reader);
    subscriptions.demand(subscription);
  }

  @Override
  public Object invoke(Object self, Method method, Object[] args) throws Throwable {
    switch (method.getName()) {
      case "onContent":
        boolean more = !hasEnded() && take(((ByteBuffer) args[0]).slice(), (Boolean) args[1]);
        subscriptions.succeed(args[2]);
        if (more) {
          subscriptions.demand(subscription);
        }
        return null;
      case "onFailure":
        end((Throwable) args[0]);
        return null;
      default:
        return GatedCall.plain(method, this, args);
    }
  }

  @Override
  void giveUp(Throwable reason) throws Throwable {
    Object given = subscription;
    if (given != null) {
      subscriptions.fail(given, reason);
    }
    end(reason);
  }
}
