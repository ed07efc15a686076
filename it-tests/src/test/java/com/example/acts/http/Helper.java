package com.example.acts.http;

/** Another tool that may send nothing. */
final class Helper {

  static void help(String url, String way, String text) throws Exception {
    if (!way.equals("Ways.nothing")) {
      Net.send(url + "/evil", text, way);
    }
  }

  private Helper() {}
}
