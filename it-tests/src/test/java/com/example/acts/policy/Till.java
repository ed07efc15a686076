package com.example.acts.policy;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.concurrent.Callable;

/** An application with a dispatcher of its own, and its tools. */
final class Till {

  /**
   * The resolution point.
   *
   * @param tool the tool's name, as the model called it
   * @param json the arguments, as the model presented them
   * @param body what the application makes of them
   */
  static Object dispatch(String tool, String json, Callable<?> body) throws Exception {
    return body.call();
  }

  static Object refund(String to, long amount) {
    System.out.println("ran refund");
    return null;
  }

  static Object copy(String from, String to) throws IOException, InterruptedException {
    return start("cp", from, to);
  }

  static Object ask(String url) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
    try {
      return connection.getResponseCode();
    } finally {
      connection.disconnect();
    }
  }

  static Object touch(String name) throws IOException, InterruptedException {
    return start("touch", name);
  }

  static Object start(String... argv) throws IOException, InterruptedException {
    return new ProcessBuilder(argv).start().waitFor();
  }

  private Till() {}
}
