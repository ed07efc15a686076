package com.example.acts.tools;

import java.util.concurrent.Callable;

/**
 * The application's own dispatcher: gets what the model asked for, and runs what carries it out.
 */
final class Desk {

  /**
   * The resolution point.
   *
   * @param tool the tool's name, as the model called it
   * @param json the arguments, as the model presented them
   * @param body what the application makes of them
   */
  Object dispatch(String tool, String json, Callable<?> body) throws Exception {
    return body.call();
  }
}
