package dev.countersign.sink.http.netty;

import dev.countersign.sink.http.Members;
import java.lang.reflect.Method;
import java.util.List;

/** Of one loaded Netty, what an application has that speaks something else than HTTP by it. */
public final class Transport {

  /** Handlers whose requests are judged when they are written. */
  private static final String[] HTTP = {
    "io.netty.handler.codec.http.HttpClientCodec",
    "io.netty.handler.codec.http.HttpRequestEncoder",
    "io.netty.handler.codec.http2.Http2ConnectionHandler",
    "reactor.netty.http.client."
  };

  /** Names are looked up as the JDK looks them up, which nobody sees either. */
  private static final String[] NAMES = {"io.netty.handler.codec.dns.", "io.netty.resolver.dns."};

  private static final ClassValue<Transport> KNOWN =
      new ClassValue<>() {
        @Override
        protected Transport computeValue(Class<?> type) {
          return new Transport(type);
        }
      };

  private final Method channel;
  private final Method pipeline;
  private final Method names;
  private final Method handler;

  private Transport(Class<?> any) {
    try {
      ClassLoader loader = any.getClassLoader();
      Class<?> context = Members.type(loader, "io.netty.channel.ChannelHandlerContext");
      Class<?> line = Members.type(loader, "io.netty.channel.ChannelPipeline");
      channel = Members.method(context, "channel");
      pipeline = Members.method(context, "pipeline");
      names = Members.method(line, "names");
      handler = Members.method(line, "get", String.class);
    } catch (ReflectiveOperationException unknownLine) {
      throw new IllegalStateException("this Netty is not known, 4.1 and 4.2 are", unknownLine);
    }
  }

  /** The library that an object of one of its own classes is of. */
  public static Transport of(Object any) {
    return KNOWN.get(any.getClass());
  }

  /** The channel of a handler's context. */
  public Object channel(Object ctx) {
    return Members.call(channel, ctx);
  }

  /**
   * Whether what a channel is connected for is seen elsewhere: its requests are judged, or it looks
   * up names.
   */
  public boolean isKnown(Object ctx) {
    Object line = Members.call(pipeline, ctx);
    for (Object name : (List<?>) Members.call(names, line)) {
      Object found = Members.call(handler, line, name);
      for (Class<?> type = found == null ? null : found.getClass();
          type != null;
          type = type.getSuperclass()) {
        if (begins(type.getName(), HTTP) || begins(type.getName(), NAMES)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean begins(String name, String[] beginnings) {
    for (String beginning : beginnings) {
      if (name.startsWith(beginning)) {
        return true;
      }
    }
    return false;
  }
}
