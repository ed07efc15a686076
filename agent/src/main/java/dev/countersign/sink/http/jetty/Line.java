package dev.countersign.sink.http.jetty;

/**
 * The two lines of the client: what is named here was moved between packages from 11 to 12, and a
 * body is pushed in the one and pulled in the other.
 *
 * @param core where exchanges, requests and senders are
 * @param api where the interfaces are that applications implement
 * @param own where the bodies are that the library itself brings
 * @param overHttp1 where the sender of HTTP/1.1 is
 * @param content the class in {@code HttpSender} that has head and body sent
 * @param pulled whether a body is read, chunk by chunk, instead of subscribed to
 */
record Line(String core, String api, String own, String overHttp1, String content, boolean pulled) {

  /** 10 and 11. */
  static final Line ELEVEN =
      new Line(
          "org.eclipse.jetty.client.",
          "org.eclipse.jetty.client.api.",
          "org.eclipse.jetty.client.util.",
          "org.eclipse.jetty.client.http.",
          "HttpSender$ContentConsumer",
          false);

  /** 12.0 and 12.1. */
  static final Line TWELVE =
      new Line(
          "org.eclipse.jetty.client.transport.",
          "org.eclipse.jetty.client.",
          "org.eclipse.jetty.client.",
          "org.eclipse.jetty.client.transport.internal.",
          "HttpSender$ContentSender",
          true);

  /** The line that a class of the library is of; null for another class. */
  static Line of(String name) {
    return TWELVE.names(name) ? TWELVE : ELEVEN.names(name) ? ELEVEN : null;
  }

  private boolean names(String name) {
    return name.startsWith(core + "Http")
        && (name.equals(core + "HttpRequest")
            || name.equals(core + "HttpExchange")
            || name.equals(core + "HttpSender")
            || name.equals(core + content));
  }

  String request() {
    return core + "HttpRequest";
  }

  /** As descriptors have it. */
  String descriptor(String type) {
    return 'L' + (core + type).replace('.', '/') + ';';
  }
}
