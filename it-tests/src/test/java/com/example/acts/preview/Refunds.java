package com.example.acts.preview;

import java.util.List;
import java.util.Map;

/** A tool whose preview says, or does, what its kind is. */
public final class Refunds {

  private final String kind;

  Refunds(String kind) {
    this.kind = kind;
  }

  /** Found by its name. */
  public Object preview(Map<String, Object> inputs) throws Throwable {
    return Kinds.perform(kind, inputs);
  }

  /** Found by its name. */
  public List<String> preflight(Map<String, Object> inputs) throws Throwable {
    return kind.startsWith("preflight:")
        ? List.of(String.valueOf(Kinds.perform(kind.substring(10), inputs)))
        : List.of("the order is old");
  }

  String refund(String id) {
    System.out.println("ran refund");
    return id;
  }

  // Named by the configuration.

  static Object told(Map<String, Object> inputs) {
    return Kinds.changes(inputs);
  }

  String warned(Map<String, Object> inputs) {
    return "order " + inputs.get("id") + " is old";
  }

  String configured(String id) {
    System.out.println("ran configured");
    return id;
  }

  String missing(String id) {
    System.out.println("ran missing");
    return id;
  }
}
