package com.example.acts.tools;

import java.util.List;

/** Arguments that are hard to put into one canonical form, or have none. */
public final class JsonActs {

  private static final Desk DESK = new Desk();
  private static final Orders ORDERS = new Orders();

  private static void judged(String json, Object value) throws Exception {
    DESK.dispatch(
        "anything",
        "{\"value\":" + json + "}",
        () -> {
          ORDERS.anything(value);
          return null;
        });
  }

  static void aPair() throws Exception {
    judged("\"\\ud83d\\ude00\"", "\ud83d\ude00");
  }

  static void aRawPair() throws Exception {
    judged("\"\ud83d\ude00\"", "\ud83d\ude00");
  }

  // F16: lone surrogates, which UTF-8 encoders turn into a question mark.

  static void loneInAValue() throws Exception {
    judged("\"\\uD800\"", "?");
  }

  static void loneRawInAValue() throws Exception {
    judged("\"\ud800\"", "?");
  }

  static void loneInAKey() throws Exception {
    judged("{\"\\uDC00\":1}", java.util.Map.of("?", 1));
  }

  static void aPairTheWrongWayRound() throws Exception {
    judged("[\"\\ude00\\ud83d\"]", List.of("??"));
  }

  static void halfEscaped() throws Exception {
    judged("\"\ud83d" + "\\ude00\"", "\ud83d\ude00");
  }

  /** The judged question mark, and the surrogate that an encoder makes one of. */
  static void loneWhereAQuestionMarkWasJudged() throws Exception {
    judged("\"?\"", "\ud800");
  }

  // F18: nesting.

  private static String brackets(int depth) {
    return "[".repeat(depth) + "]".repeat(depth);
  }

  private static Object nested(int depth) {
    Object value = List.of();
    for (int i = 1; i < depth; i++) {
      value = List.of(value);
    }
    return value;
  }

  static void nested(String[] depth) throws Exception {
    int levels = Integer.parseInt(depth[0]);
    // Only the JSON: printing such a list would be deeper than the stack without an agent, too.
    DESK.dispatch(
        "depth",
        "{\"value\":" + brackets(levels) + ",\"levels\":" + levels + "}",
        () -> depth(nested(levels), levels));
  }

  static String depth(Object value, int levels) {
    Tools.ran("depth " + levels);
    return "done";
  }

  static void nestedOnASmallStack() throws Exception {
    Throwable[] thrown = new Throwable[1];
    Thread small =
        new Thread(
            null,
            () -> {
              try {
                nested(new String[] {"500"});
              } catch (Throwable failed) {
                thrown[0] = failed;
              }
            },
            "small",
            256 << 10);
    small.start();
    small.join();
    if (thrown[0] != null) {
      throw new IllegalStateException(thrown[0]);
    }
  }

  private JsonActs() {}
}
