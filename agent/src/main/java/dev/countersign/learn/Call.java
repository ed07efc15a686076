package dev.countersign.learn;

import dev.countersign.canonical.ExactText;
import java.util.Map;

/** One tool call, as far as it was learned. */
final class Call {

  final String run;

  /** Null outside any call. */
  final String tool;

  /** What tells it apart from others as evidence: the run and the arguments. */
  private long key;

  private Map<String, Object> args = Map.of();
  private int again;

  Call(String run, String tool) {
    this.run = run;
    this.tool = tool;
    this.key = hash(run, tool == null ? "" : tool);
  }

  void args(Map<String, Object> given) {
    args = given;
    key = hash(run, ExactText.of(given));
  }

  Map<String, Object> args() {
    return args;
  }

  long key() {
    return key;
  }

  /** Its body ran once more. */
  int again() {
    return ++again;
  }

  /** FNV-1a over both. */
  private static long hash(String one, String other) {
    long hash = 0xcbf29ce484222325L;
    for (String text : new String[] {one, other}) {
      for (int i = 0; i < text.length(); i++) {
        hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
      }
      hash = (hash ^ 0x1ffff) * 0x100000001b3L;
    }
    return hash;
  }
}
