package com.example.acts.http;

/** Tools that send what Spring is mostly used for. */
public final class SpringTools {

  /** May send {@code a=TEXT&b=1 2} as a form. */
  static void form(String url, String text, String way) throws Exception {
    Net.send(url, text, way);
  }

  private SpringTools() {}
}
