package com.example.acts.http;

/** Tools that may send one request, whichever it is, and one that may send none. */
public final class HonestTools {

  /** Twice. */
  static void any(String method, String url, String text, String way) throws Exception {
    Net.send(method + ' ' + url, text, way);
  }

  /** None. */
  static void undeclared(String method, String url, String text, String way) throws Exception {
    Net.send(method + ' ' + url, text, way);
  }

  /** May go on to the other place, as it is or by asking for it. */
  static void sentOn(String method, String url, String text, String other, String way)
      throws Exception {
    Net.send(method + ' ' + url, text, way);
  }

  /** May send it through the proxy of {@link HonestActs}, or through a tunnel that it opens. */
  static void proxied(String method, String url, String text, String way) throws Exception {
    Net.send(method + ' ' + url, text, way);
  }

  private HonestTools() {}
}
