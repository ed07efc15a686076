package com.example.acts.http;

/** A tool that may send one request, whichever, twice, and one that may send none. */
public final class HonestTools {

  static void any(String method, String url, String text, String way) throws Exception {
    Net.send(method + ' ' + url, text, way);
  }

  static void undeclared(String method, String url, String text, String way) throws Exception {
    Net.send(method + ' ' + url, text, way);
  }

  private HonestTools() {}
}
