package dev.countersign.learn;

import dev.countersign.canonical.ExactText;
import dev.countersign.canonical.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes files as {@link Learning} does, for applications that a test makes up. */
public final class Learned {

  private final List<String> lines = new ArrayList<>();
  private final String run;
  private int calls;
  private String code = "CS-UNBOUND";

  /** A run of its own. */
  public Learned(String run) {
    this(run, "allow");
  }

  /**
   * @param elsewhere what {@code unbound.elsewhere} says
   */
  public Learned(String run, String elsewhere) {
    this.run = run;
    Map<String, Object> first = new LinkedHashMap<>();
    first.put("learned", 1);
    first.put("run", run);
    first.put("bundle", "learned-app");
    first.put("version", 3L);
    first.put("ledger", "ledger");
    first.put("frameworks", List.of("auto"));
    first.put("elsewhere_exec", elsewhere);
    first.put("elsewhere_send", elsewhere);
    lines.add(ExactText.of(first));
  }

  /** What the following effects would be refused with. */
  public Learned refusedWith(String next) {
    code = next;
    return this;
  }

  /**
   * A call with its effects.
   *
   * @param args a JSON object, with apostrophes for quotes
   */
  @SafeVarargs
  public final Learned call(String tool, String args, Map<String, Object>... effects) {
    String id = id();
    Map<String, Object> call = new LinkedHashMap<>();
    call.put("call", id);
    call.put("tool", tool);
    lines.add(ExactText.of(call));
    boolean first = true;
    for (Map<String, Object> effect : effects) {
      effect(id, first ? args : null, effect);
      first = false;
    }
    return this;
  }

  /** An effect outside any tool. */
  public Learned outside(Map<String, Object> effect) {
    effect(null, null, effect);
    return this;
  }

  /** The body of the last call runs again. */
  public Learned again() {
    lines.add("{\"again\":\"" + run + "-" + calls + "\"}");
    return this;
  }

  /** Any line. */
  public Learned line(String text) {
    lines.add(text);
    return this;
  }

  private String id() {
    return run + "-" + ++calls;
  }

  private void effect(String id, String args, Map<String, Object> intent) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("effect", intent.containsKey("argv") ? "exec" : "send");
    line.put("call", id);
    if (args != null) {
      line.put("args", Json.parse(args.replace('\'', '"')));
    }
    line.put("intent", intent);
    if (code != null) {
      line.put("code", code);
    }
    lines.add(ExactText.of(line));
  }

  /** A process start. */
  public static Map<String, Object> exec(String... argv) {
    return exec(null, Map.of(), List.of(), argv);
  }

  /** A process start with a directory and variables. */
  public static Map<String, Object> exec(
      String dir, Map<String, String> set, List<String> unset, String... argv) {
    return (Map<String, Object>)
        new dev.countersign.effect.ExecIntent(
                List.of(argv), dir, set, unset, "pipe", "pipe", "pipe", false)
            .toJson();
  }

  /**
   * A request.
   *
   * @param body as {@link Learning} writes it, with apostrophes for quotes; null for none
   * @param headers names and values
   */
  public static Map<String, Object> send(
      String method, String url, String body, String... headers) {
    Map<String, Object> intent = new LinkedHashMap<>();
    intent.put("method", method);
    intent.put("url", url);
    Map<String, Object> named = new LinkedHashMap<>();
    for (int i = 0; i < headers.length; i += 2) {
      named.put(headers[i], List.of(headers[i + 1]));
    }
    intent.put("headers", named);
    intent.put("body", body == null ? null : Json.parse(body.replace('\'', '"')));
    return intent;
  }

  /** Writes the file. */
  public Path in(Path directory) throws IOException {
    return Files.write(directory.resolve(run + ".learned"), lines);
  }
}
