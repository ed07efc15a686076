package dev.countersign.learn;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.Names;
import dev.countersign.canonical.NotCanonicalException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the lines of {@link Learning} back, one after the other; keeps none. */
final class LearnedFile {

  /** Bytes of a line: more than {@link Learning} writes. */
  private static final int LONGEST = 1 << 20;

  /** What most lines have. */
  private static final Names NAMES =
      new Names(
          List.of(
              "effect",
              "exec",
              "send",
              "call",
              "tool",
              "args",
              "intent",
              "code",
              "CS-UNBOUND",
              "argv",
              "dir",
              "env",
              "set",
              "unset",
              "stdio",
              "stdin",
              "stdout",
              "stderr",
              "merge",
              "method",
              "url",
              "headers",
              "body",
              "json",
              "form",
              "raw",
              "multipart",
              "opaque",
              "unread",
              "proxy",
              "accept",
              "content-type"));

  private static final Set<String> EFFECTS = Set.of("exec", "send");

  /** Hears the lines of a file. */
  interface Reader {

    /** Whether the next line is of interest; asked once for each, also for the first one. */
    boolean wants();

    /** The first line. */
    void begins(Map<String, Object> about);

    void called(String call, String tool, String code);

    void again(String call);

    /**
     * @param call null outside any
     * @param args null where they came with an earlier effect, or there are none
     * @param line the whole line
     */
    void effect(
        String call,
        Map<String, Object> args,
        String verb,
        Map<String, Object> intent,
        String code,
        byte[] line);

    void unreadable(String call, String why);

    void dropped(String call);

    /** The file was full: the run went on. */
    void full();

    /** Its last line was cut off. */
    void cut(String where);
  }

  private final String name;
  private final Reader reader;
  private long number;
  private boolean full;

  private LearnedFile(String name, Reader reader) {
    this.name = name;
    this.reader = reader;
  }

  /**
   * @throws IOException if it cannot be read
   * @throws LearnedException if it says something else than {@link Learning} writes
   */
  static void read(Path file, Reader reader) throws IOException, LearnedException {
    try (InputStream in = Files.newInputStream(file)) {
      new LearnedFile(file.toString(), reader).read(in);
    }
  }

  private void read(InputStream in) throws IOException, LearnedException {
    byte[] buffer = new byte[1 << 16];
    ByteArrayOutputStream line = new ByteArrayOutputStream(1024);
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      int from = 0;
      for (int end = newline(buffer, 0, read); end < read; end = newline(buffer, from, read)) {
        number++;
        if (line.size() == 0) {
          line(Arrays.copyOfRange(buffer, from, end));
        } else {
          line.write(buffer, from, end - from);
          line(line.toByteArray());
          line.reset();
        }
        from = end + 1;
      }
      line.write(buffer, from, read - from);
      if (line.size() > LONGEST) {
        number++;
        throw wrong("a line of more than " + LONGEST + " bytes. Is this a file of ledger.learn?");
      }
    }
    number++;
    if (line.size() > 0) {
      if (number == 1) {
        throw wrong(notOne());
      }
      reader.cut(
          name
              + ":"
              + number
              + ": the line is cut off: its JVM ended, or the disk was full, while it was written. It"
              + " is left out");
    } else if (number == 1) {
      throw wrong("the file is empty. " + notOne());
    }
  }

  /** A method of its own: it is called often enough to be compiled, {@link #read} is not. */
  private static int newline(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to && bytes[i] != '\n') {
      i++;
    }
    return i;
  }

  private static String notOne() {
    return "not a file of ledger.learn, which begins with {\"learned\":" + Learning.VERSION + ",…}";
  }

  private LearnedException wrong(String message) {
    return new LearnedException(name, number, message);
  }

  private void line(byte[] bytes) throws LearnedException {
    if (!reader.wants() && number > 1) {
      return;
    }
    Object json;
    try {
      json = Json.parse(bytes, NAMES);
    } catch (NotCanonicalException malformed) {
      throw wrong(
          number == 1
              ? notOne()
              : "not one JSON value: "
                  + malformed.getMessage()
                  + ". Was the file edited? Leave the line out as a whole, or learn again");
    }
    if (!(json instanceof Map<?, ?> map)) {
      throw wrong(number == 1 ? notOne() : "expected an object");
    }
    if (number == 1) {
      first(map);
    } else if (full) {
      throw wrong("nothing follows {\"full\":…}; was something added?");
    } else if (map.containsKey("effect")) {
      effect(map, bytes);
    } else if (map.containsKey("tool")) {
      only(map, Set.of("call", "tool", "code"));
      reader.called(text(map, "call"), text(map, "tool"), optional(map, "code"));
    } else if (map.containsKey("again")) {
      only(map, Set.of("again"));
      reader.again(text(map, "again"));
    } else if (map.containsKey("unreadable")) {
      only(map, Set.of("unreadable", "call", "why", "code"));
      reader.unreadable(optional(map, "call"), text(map, "why"));
    } else if (map.containsKey("dropped")) {
      only(map, Set.of("dropped"));
      reader.dropped(optional(map, "dropped"));
    } else if (map.containsKey("full")) {
      full = true;
      reader.full();
    } else {
      throw wrong("expected a line with one of call, effect, again, unreadable, dropped, full");
    }
  }

  @SuppressWarnings("unchecked") // the parser makes no other maps
  private void first(Map<?, ?> map) throws LearnedException {
    Object version = map.get("learned");
    if (!(version instanceof Long)) {
      throw wrong(notOne());
    }
    if (!version.equals((long) Learning.VERSION)) {
      throw wrong(
          "written by another version of the agent (\"learned\": "
              + version
              + "; this one reads "
              + Learning.VERSION
              + "). Use the command line of that version, or learn again");
    }
    if (!(map.get("run") instanceof String)) {
      throw wrong("\"run\" is missing, or no text");
    }
    reader.begins((Map<String, Object>) map);
  }

  @SuppressWarnings("unchecked") // the parser makes no other maps
  private void effect(Map<?, ?> map, byte[] line) throws LearnedException {
    only(map, Set.of("effect", "call", "args", "intent", "code"));
    String verb = text(map, "effect");
    if (!EFFECTS.contains(verb)) {
      throw wrong("\"effect\": expected exec or send");
    }
    Object args = map.get("args");
    if (args != null && !(args instanceof Map)) {
      throw wrong("\"args\": expected an object");
    }
    if (!(map.get("intent") instanceof Map<?, ?> intent)) {
      throw wrong("\"intent\": expected an object");
    }
    String fault = verb.equals("exec") ? Layout.faultOfExec(intent) : Layout.faultOfSend(intent);
    if (fault != null) {
      throw wrong("\"intent\": " + fault);
    }
    reader.effect(
        optional(map, "call"),
        (Map<String, Object>) args,
        verb,
        (Map<String, Object>) intent,
        optional(map, "code"),
        line);
  }

  private void only(Map<?, ?> map, Set<String> known) throws LearnedException {
    for (Object key : map.keySet()) {
      if (!known.contains(key)) {
        throw wrong("unknown member in this line; was the file edited?");
      }
    }
  }

  private String text(Map<?, ?> map, String key) throws LearnedException {
    if (!(map.get(key) instanceof String text)) {
      throw wrong("\"" + key + "\": expected a text");
    }
    return text;
  }

  private String optional(Map<?, ?> map, String key) throws LearnedException {
    return map.get(key) == null ? null : text(map, key);
  }
}
