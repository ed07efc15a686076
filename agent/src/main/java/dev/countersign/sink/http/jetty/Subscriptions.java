package dev.countersign.sink.http.jetty;

import dev.countersign.sink.http.Members;
import dev.countersign.weave.GatedCall;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;

/** Bodies of Jetty 10 and 11, which hand their content to whoever subscribed. */
final class Subscriptions {

  private final Class<?> consumer;
  private final Class<?> subscription;
  private final Object noCallback;
  private final Method subscribe;
  private final Method demand;
  private final Method fail;
  private final Method onContent;
  private final Method onFailure;
  private final Method succeeded;

  Subscriptions(ClassLoader loader, Class<?> content) throws ReflectiveOperationException {
    consumer = Members.type(loader, content.getName() + "$Consumer");
    subscription = Members.type(loader, content.getName() + "$Subscription");
    Class<?> callback = Members.type(loader, "org.eclipse.jetty.util.Callback");
    noCallback = Members.read(Members.field(callback, "NOOP"), null);
    subscribe = Members.method(content, "subscribe", consumer, boolean.class);
    demand = Members.method(subscription, "demand");
    fail = Members.method(subscription, "fail", Throwable.class);
    onContent = Members.method(consumer, "onContent", ByteBuffer.class, boolean.class, callback);
    onFailure = Members.method(consumer, "onFailure", Throwable.class);
    succeeded = Members.method(callback, "succeeded");
  }

  Class<?> consumer() {
    return consumer;
  }

  Class<?> subscription() {
    return subscription;
  }

  // These run code of the application.

  Object subscribe(Object content, Object reader) throws Throwable {
    return GatedCall.plain(subscribe, content, new Object[] {reader, true});
  }

  void demand(Object given) throws Throwable {
    GatedCall.plain(demand, given, new Object[0]);
  }

  void fail(Object given, Throwable failure) throws Throwable {
    GatedCall.plain(fail, given, new Object[] {failure});
  }

  void succeed(Object callback) throws Throwable {
    GatedCall.plain(succeeded, callback, new Object[0]);
  }

  // These are the client's.

  void give(Object to, ByteBuffer bytes, boolean last) throws Throwable {
    GatedCall.plain(onContent, to, new Object[] {bytes, last, noCallback});
  }

  void giveFailure(Object to, Throwable failure) throws Throwable {
    GatedCall.plain(onFailure, to, new Object[] {failure});
  }
}
