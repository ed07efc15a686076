package com.example.acts.http;

/** One tool that may send one request, whichever, twice. */
public final class HonestTools {

  static void any(String method, String url, String text, String way) throws Exception {
    Net.send(method + ' ' + url, text, way);
  }

  private HonestTools() {}
}
