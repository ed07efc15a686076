package com.example.acts.http;

/** Servers of HTTP/2 that tools send to. */
final class H2Desk {

  private static final H2Wire WIRE = open(false);
  private static final H2Wire ELSEWHERE = open(false);

  private static H2Wire open(boolean recording) {
    try {
      return new H2Wire(
          (request, body) -> request.getPath().startsWith("/on") ? "307 /there" : "200 done",
          recording);
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  static String url(String path) {
    return WIRE.url(path);
  }

  static String elsewhere(String path) {
    return ELSEWHERE.url(path);
  }

  private H2Desk() {}
}
