package dev.countersign.effect;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a process start asks for (spec 1.3, {@code exec}). Immutable: the lists and maps are copied.
 *
 * @param argv program and arguments, as the operating system gets them; no null element
 * @param dir working directory as given; null = that of this JVM
 * @param envSet variables that differ from this JVM's own environment, with their values
 * @param envUnset names that this JVM has and the process does not get; sorted here by UTF-16 code
 *     units, without duplicates, because RFC 8785 sorts no arrays
 * @param stdin {@code "pipe"}, {@code "inherit"}, {@code "discard"} or {@code {"read": path}}
 * @param stdout {@code "pipe"}, {@code "inherit"}, {@code "discard"}, {@code {"write": path}} or
 *     {@code {"append": path}}
 * @param stderr like {@code stdout}; as given, also where {@code merge} makes it idle
 * @param merge whether standard error goes where standard output goes
 */
public record ExecIntent(
    List<String> argv,
    String dir,
    Map<String, String> envSet,
    List<String> envUnset,
    Object stdin,
    Object stdout,
    Object stderr,
    boolean merge) {

  /** A standard stream that is connected to this JVM by a pipe; the default of all three. */
  public static final String PIPE = "pipe";

  /** A standard stream that is this JVM's own. */
  public static final String INHERIT = "inherit";

  /** A standard stream that goes nowhere, or delivers nothing. */
  public static final String DISCARD = "discard";

  /** Copies what it is given, so that nothing can change after it was digested. */
  public ExecIntent {
    argv = Collections.unmodifiableList(new ArrayList<>(argv));
    envSet = Collections.unmodifiableMap(new TreeMap<>(envSet));
    envUnset = Collections.unmodifiableList(new ArrayList<>(new TreeSet<>(envUnset)));
  }

  /** A standard stream that is read from a file: {@code {"read": path}}, the path as given. */
  public static Object read(String path) {
    return Map.of("read", path);
  }

  /** A standard stream that is written to a file, which is truncated: {@code {"write": path}}. */
  public static Object write(String path) {
    return Map.of("write", path);
  }

  /** A standard stream that is appended to a file: {@code {"append": path}}. */
  public static Object append(String path) {
    return Map.of("append", path);
  }

  /** The intent as a JSON value, every field present. */
  public Map<String, Object> toJson() {
    Map<String, Object> env = new LinkedHashMap<>();
    env.put("set", envSet);
    env.put("unset", envUnset);
    Map<String, Object> stdio = new LinkedHashMap<>();
    stdio.put("stdin", stdin);
    stdio.put("stdout", stdout);
    stdio.put("stderr", stderr);
    stdio.put("merge", merge);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("argv", argv);
    json.put("dir", dir);
    json.put("env", env);
    json.put("stdio", stdio);
    return json;
  }
}
