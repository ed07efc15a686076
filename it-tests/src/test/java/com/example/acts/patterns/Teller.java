package com.example.acts.patterns;

import java.util.concurrent.Callable;

/** The application's own dispatcher, with a subclass that calls what it overrides. */
class Teller {

  Object order(String tool, String json, Callable<?> body) throws Exception {
    return body.call();
  }

  /** Logs, then does what every teller does. */
  static final class Logging extends Teller {
    @Override
    Object order(String tool, String json, Callable<?> body) throws Exception {
      System.out.println("log " + tool);
      return super.order(tool, json, body);
    }
  }
}
