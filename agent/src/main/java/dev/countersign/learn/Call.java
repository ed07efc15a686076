package dev.countersign.learn;

import dev.countersign.canonical.Json;
import java.util.List;
import java.util.Map;

/**
 * One tool call, as far as it was learned. Of the many that are remembered, most have their
 * arguments as the line that they were read from, which takes a tenth of what the values take.
 */
final class Call {

  private static final long START = 0xcbf29ce484222325L;

  final String run;

  /** Null outside any call. */
  final String tool;

  /** Null while only the line is kept. */
  private Map<String, Object> args = Map.of();

  /** The line that its arguments are in; null where there are none. */
  private byte[] line;

  /** What tells it apart from others as evidence: the run and the arguments; 0 = not asked yet. */
  private long key;

  private int again;

  Call(String run, String tool) {
    this.run = run;
    this.tool = tool;
  }

  /**
   * @param in the line of {@link Learning} that they are in
   */
  void args(Map<String, Object> given, byte[] in) {
    args = given;
    line = in;
    key = 0;
  }

  @SuppressWarnings("unchecked") // it was a map
  Map<String, Object> args() {
    if (args == null) {
      args = (Map<String, Object>) ((Map<?, ?>) Json.parse(line)).get("args");
    }
    return args;
  }

  /** Keeps its arguments as a text until they are asked for. */
  void rest() {
    if (line != null) {
      args = null;
    }
  }

  long key() {
    if (key == 0) {
      long hash = text(START, run);
      key = line == null ? text(hash, tool == null ? "" : tool) : json(hash, args());
    }
    return key;
  }

  /** Its body ran once more. */
  int again() {
    return ++again;
  }

  /** FNV-1a over what a JSON text of it would be, in the order of its members. */
  private static long json(long before, Object json) {
    long hash = before;
    if (json instanceof Map<?, ?> map) {
      hash = mixed(hash, '{');
      for (Map.Entry<?, ?> member : map.entrySet()) {
        hash = json(text(hash, (String) member.getKey()), member.getValue());
      }
      return mixed(hash, '}');
    }
    if (json instanceof List<?> list) {
      hash = mixed(hash, '[');
      for (Object element : list) {
        hash = json(hash, element);
      }
      return mixed(hash, ']');
    }
    // "1" and 1 are told apart, 1.5 and 1.50 as well.
    return text(mixed(hash, json instanceof String ? '"' : ' '), String.valueOf(json));
  }

  private static long text(long before, String text) {
    long hash = before;
    for (int i = 0; i < text.length(); i++) {
      hash = mixed(hash, text.charAt(i));
    }
    return mixed(hash, 0x1ffff);
  }

  private static long mixed(long hash, int unit) {
    return (hash ^ unit) * 0x100000001b3L;
  }
}
