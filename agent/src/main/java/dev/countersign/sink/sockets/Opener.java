package dev.countersign.sink.sockets;

import java.lang.StackWalker.StackFrame;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Who opens a connection: the first on the stack that is not the JDK's own plumbing. A client whose
 * requests are judged may; code that it calls back into stands nearer and counts for itself.
 */
final class Opener {

  /** Told by its name only: it is a library of the application. */
  private static final String OK_HTTP = "okhttp3.internal.";

  /** The same of the reactors of Apache's asynchronous clients, 5 and 4.1. */
  private static final String APACHE_5_REACTOR = "org.apache.hc.core5.reactor.";

  private static final String APACHE_4_REACTOR = "org.apache.http.impl.nio.reactor.";

  /** Its connections are seen at the head of their pipeline, whichever transport they use. */
  private static final String NETTY = "io.netty.";

  private static final String NETTY_HEAD = "io.netty.channel.DefaultChannelPipeline$HeadContext";
  private static final String NETTY_NAMES = "io.netty.resolver.dns.";

  /** Of HttpClient 4.5 and 5, and HttpCore's own requester. */
  private static final String[] APACHE = {
    "org.apache.http.conn.",
    "org.apache.hc.client5.http.",
    "org.apache.hc.core5.http.impl.bootstrap.HttpRequester"
  };

  /** Jetty's client, and what it speaks HTTP/2 by in 12 and 11. */
  private static final String[] JETTY = {
    "org.eclipse.jetty.client.",
    "org.eclipse.jetty.http2.client.transport.",
    "org.eclipse.jetty.http2.client.http."
  };

  /**
   * What Jetty's client connects by; it serves others as well, who write frames of HTTP/2 that
   * nobody judges, so whoever called it counts.
   */
  private static final String[] JETTY_PLUMBING = {
    "org.eclipse.jetty.io.", "org.eclipse.jetty.util.", "org.eclipse.jetty.http2."
  };

  private static final StackWalker WALKER =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  /** The class that opens it; null for a client whose requests are judged. */
  static String ofThisStack() {
    Class<?> opener = WALKER.walk(Opener::first).orElse(null);
    if (opener == null) {
      return "the JDK";
    }
    boolean known =
        isKnownClient(opener)
            || opener.getName().startsWith(NETTY) && WALKER.walk(Opener::isSeenByNetty);
    return known ? null : opener.getName();
  }

  /**
   * Whether it is the one client that says what it connects to ({@link
   * dev.countersign.sink.http.Sends#connectingTo}): what a resolver of the application's asks on
   * the way, by whichever other client, goes elsewhere.
   */
  static boolean isApacheOnThisStack() {
    return WALKER.walk(Opener::first).filter(opener -> begins(opener, APACHE)).isPresent();
  }

  private static boolean isSeenByNetty(Stream<StackFrame> frames) {
    return frames.anyMatch(
        frame ->
            frame.getClassName().equals(NETTY_HEAD) && frame.getMethodName().equals("connect")
                || frame.getClassName().startsWith(NETTY_NAMES));
  }

  private static Optional<Class<?>> first(Stream<StackFrame> frames) {
    return frames
        .<Class<?>>map(StackFrame::getDeclaringClass)
        .filter(type -> isKnownClient(type) || !isPlumbing(type))
        .findFirst();
  }

  /** The agent's own frames and those of {@code java.base}. */
  private static boolean isPlumbing(Class<?> type) {
    return type.getModule() == Object.class.getModule()
        || type.getName().startsWith("dev.countersign.")
        || begins(type, JETTY_PLUMBING);
  }

  private static boolean begins(Class<?> type, String... beginnings) {
    for (String beginning : beginnings) {
      if (type.getName().startsWith(beginning)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isKnownClient(Class<?> type) {
    String module = type.getModule().getName();
    if ("java.net.http".equals(module)) {
      return type.getModule().getLayer() == ModuleLayer.boot();
    }
    if (type.getName().startsWith(OK_HTTP)
        || type.getName().startsWith(APACHE_5_REACTOR)
        || type.getName().startsWith(APACHE_4_REACTOR)
        || begins(type, JETTY)
        || begins(type, APACHE)) {
      return true;
    }
    return type.getModule() == Object.class.getModule()
        && (type.getName().startsWith("sun.net.www.http.")
            || type.getName().startsWith("sun.net.www.protocol.http"));
  }

  private Opener() {}
}
