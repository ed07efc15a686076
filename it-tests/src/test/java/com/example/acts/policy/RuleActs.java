package com.example.acts.policy;

import com.example.acts.http.Wire;

/** Tool calls, process starts and requests that rules allow or deny. */
public final class RuleActs {

  private static final Wire WIRE = Wire.open();

  // Calls: the model's JSON, and the amount that the application makes of it.

  static void small() throws Exception {
    refund("{\"to\":\"acme\",\"amount\":100}", "acme", 100);
  }

  static void large() throws Exception {
    refund("{\"to\":\"acme\",\"amount\":60000}", "acme", 60_000);
  }

  static void largeByExponent() throws Exception {
    refund("{\"to\":\"acme\",\"amount\":6e4}", "acme", 60_000);
  }

  static void largeAsText() throws Exception {
    refund("{\"to\":\"acme\",\"amount\":\"60000\"}", "acme", 60_000);
  }

  static void smallAsText() throws Exception {
    refund("{\"to\":\"acme\",\"amount\":\"100\"}", "acme", 100);
  }

  static void largeByTwoKeys() throws Exception {
    refund("{\"to\":\"acme\",\"amount\":100,\"amount\":60000}", "acme", 60_000);
  }

  static void needsApproval() throws Exception {
    refund("{\"to\":\"acme\",\"amount\":6000}", "acme", 6_000);
  }

  /** The expression of the rule takes exponential time where an engine goes back. */
  static void slowExpression() throws Exception {
    String name = "a".repeat(20_000) + "!";
    refund("{\"to\":\"" + name + "\",\"amount\":1}", name, 1);
  }

  static void deniedByExpression() throws Exception {
    refund("{\"to\":\"aaaaaa\",\"amount\":1}", "aaaaaa", 1);
  }

  /** The line feed does not end what the rule looks at. */
  static void behindALineFeed() throws Exception {
    refund("{\"to\":\"x\\nmallory\",\"amount\":1}", "x\nmallory", 1);
  }

  static void anotherTool() throws Exception {
    Till.dispatch(
        "refund2", "{\"to\":\"acme\",\"amount\":60000}", () -> Till.refund("acme", 60_000));
  }

  private static void refund(String json, String to, long amount) throws Exception {
    Till.dispatch("refund", json, () -> Till.refund(to, amount));
  }

  // Effects of a call that its entry declares.

  static void copyOpen() throws Exception {
    copy("open", "copy");
  }

  static void copySecret() throws Exception {
    copy("secret", "copy");
  }

  private static void copy(String from, String to) throws Exception {
    Till.dispatch(
        "copy", "{\"from\":\"" + from + "\",\"to\":\"" + to + "\"}", () -> Till.copy(from, to));
  }

  static void askOpen() throws Exception {
    ask("/open");
  }

  static void askAdmin() throws Exception {
    ask("/admin/users");
  }

  private static void ask(String path) throws Exception {
    String url = WIRE.url(path);
    Till.dispatch("ask", "{\"url\":\"" + url + "\"}", () -> Till.ask(url));
  }

  // In any frame.

  static void ambientOpen() throws Exception {
    Till.touch("marker");
  }

  static void ambientDenied() throws Exception {
    Till.touch("evil");
  }

  static void elsewhereOpen() throws Exception {
    Till.start("cp", "open", "other");
  }

  static void elsewhereDenied() throws Exception {
    Till.start("ln", "-s", "secret", "link");
  }

  static void pipelineDenied() throws Exception {
    java.util.List<Process> stages =
        ProcessBuilder.startPipeline(
            java.util.List.of(
                new ProcessBuilder("cp", "open", "first"),
                new ProcessBuilder("ln", "-s", "secret", "link")));
    for (Process stage : stages) {
      stage.waitFor();
    }
  }

  static void requestElsewhere() throws Exception {
    Till.ask(WIRE.url("/admin/elsewhere"));
  }

  private RuleActs() {}
}
