package dev.countersign.sink.http.url;

import dev.countersign.effect.Destination;
import dev.countersign.sink.http.Connected;
import dev.countersign.sink.http.Members;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;

/**
 * What of the JDK's old client has to be read and replaced: the same on JDK 17 and 25. Made with
 * the first request.
 */
final class UrlClientAccess {

  private static final String SECURE_CLIENT = "sun.net.www.protocol.https.HttpsClient";

  private static volatile UrlClientAccess instance;

  private final Field output;
  private final Field encoding;
  private final Field socket;
  private final Field streaming;
  private final Field ignoresContinue;
  private final Field url;
  private final Field proxy;
  private final Method proxyHost;
  private final Method proxyPort;
  private final Method name;
  private final Method value;
  private final Method add;
  private final Constructor<?> headers;

  private UrlClientAccess() {
    try {
      Class<?> base = Class.forName("sun.net.NetworkClient");
      Class<?> client = Class.forName("sun.net.www.http.HttpClient");
      Class<?> header = Class.forName("sun.net.www.MessageHeader");
      output = Members.field(base, "serverOutput");
      encoding = Members.field(base, "encoding");
      socket = Members.field(base, "serverSocket");
      streaming = Members.field(client, "streaming");
      ignoresContinue = Members.field(client, "ignoreContinue");
      url = Members.field(client, "url");
      proxy = Members.field(base, "proxy");
      proxyHost = Members.method(client, "getProxyHostUsed");
      proxyPort = Members.method(client, "getProxyPortUsed");
      name = Members.method(header, "getKey", int.class);
      value = Members.method(header, "getValue", int.class);
      add = Members.method(header, "add", String.class, String.class);
      headers = Members.constructor(header);
    } catch (ReflectiveOperationException otherJdk) {
      throw new IllegalStateException(
          "the URL connections of this JDK are not known: " + otherJdk.getMessage(), otherJdk);
    }
  }

  static UrlClientAccess get() {
    UrlClientAccess known = instance;
    if (known == null) {
      // Two threads may both make it; they are alike.
      known = new UrlClientAccess();
      instance = known;
    }
    return known;
  }

  /** The first line of a request's head. */
  String requestLine(Object header) {
    return (String) Members.call(name, header, 0);
  }

  /** The lines of a request's head: name and value, the request line first and without a value. */
  List<String[]> lines(Object header) {
    List<String[]> lines = new ArrayList<>();
    for (int i = 0; ; i++) {
      String key = (String) Members.call(name, header, i);
      String text = (String) Members.call(value, header, i);
      if (key == null && text == null) {
        return lines;
      }
      lines.add(new String[] {key, text});
    }
  }

  /** A head of its own of these lines. */
  Object header(List<String[]> lines) {
    Object copy = Members.make(headers);
    for (String[] line : lines) {
      Members.call(add, copy, line[0], line[1]);
    }
    return copy;
  }

  boolean isStreaming(Object client) {
    return (Boolean) Members.read(streaming, client);
  }

  /** Whether it reads what the server says before the body, {@code 100 Continue} or nothing. */
  boolean waitsForContinue(Object client) {
    return !(Boolean) Members.read(ignoresContinue, client);
  }

  /** Whether requests of this client go through TLS. */
  static boolean isSecure(Object client) {
    return client.getClass().getName().equals(SECURE_CLIENT);
  }

  /** Where this client is connected to, or its proxy for it. */
  URL url(Object client) {
    return (URL) Members.read(url, client);
  }

  /** Through which proxy requests of this client go, HTTP or SOCKS; null for none. */
  InetSocketAddress proxy(Object client) {
    String host = (String) Members.call(proxyHost, client);
    if (host != null) {
      return InetSocketAddress.createUnresolved(host, (Integer) Members.call(proxyPort, client));
    }
    // The client itself does not count a SOCKS proxy as one.
    Proxy used = (Proxy) Members.read(proxy, client);
    return used != null
            && used.type() == Proxy.Type.SOCKS
            && used.address() instanceof InetSocketAddress address
        ? address
        : null;
  }

  /** Where requests of this client go, as far as a proxy leaves that to it. */
  Destination destination(Object client) {
    if (Members.call(proxyHost, client) != null) {
      return Destination.LATER;
    }
    return proxy(client) == null
        ? Connected.to(socket(client))
        : Connected.throughSocks(socket(client));
  }

  /** On which the requests of this client go. */
  Socket socket(Object client) {
    return (Socket) Members.read(socket, client);
  }

  PrintStream output(Object client) {
    return (PrintStream) Members.read(output, client);
  }

  void output(Object client, PrintStream other) {
    Members.write(output, client, other);
  }

  /** In which the JDK writes heads. */
  String encoding() {
    return (String) Members.read(encoding, null);
  }
}
