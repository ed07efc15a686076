package dev.countersign.sink.exec;

import dev.countersign.canonical.NotCanonicalException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Compares the environment of a process with this JVM's own, by bytes. Names and values are kept as
 * ISO-8859-1 strings here, one character per byte, because variables need not be UTF-8.
 */
final class Environments {

  /** What an environment changes. */
  record Change(Map<String, String> set, List<String> unset, List<String> divergent) {
    static final Change NONE = new Change(Map.of(), List.of(), List.of());
  }

  private final ProcessAccess access;
  private final Set<String> ignored;
  private final OwnEnvironment own;

  /**
   * @param ignore names that other agents set and that are left out of every comparison (spec 5.5,
   *     {@code env_ignore})
   */
  Environments(ProcessAccess access, OwnEnvironment own, List<String> ignore) {
    this.access = access;
    this.own = own;
    this.ignored = new HashSet<>();
    for (String name : ignore) {
      ignored.add(latin(name.getBytes(StandardCharsets.UTF_8)));
    }
  }

  /**
   * What a copied environment changes relative to this JVM's own (spec 1.3).
   *
   * @param variables from {@link ProcessAccess#variables}
   * @throws NotCanonicalException when a changed variable has no canonical form
   */
  Change change(Map<Object, Object> variables) {
    Map<String, String> gone = new HashMap<>(own.bytes());
    Map<String, String> set = new TreeMap<>();
    List<String> divergent = new ArrayList<>();
    for (Map.Entry<Object, Object> variable : variables.entrySet()) {
      byte[] nameBytes = access.bytes(variable.getKey());
      byte[] valueBytes = access.bytes(variable.getValue());
      String inherited = gone.remove(latin(nameBytes));
      if (latin(valueBytes).equals(inherited) || ignored.contains(latin(nameBytes))) {
        continue;
      }
      String nameText = variable.getKey().toString();
      String valueText = variable.getValue().toString();
      Texts.requireCanonical(nameText);
      Texts.requireCanonical(valueText);
      String name = Texts.utf8(nameBytes);
      String value = Texts.utf8(valueBytes);
      set.put(name, value);
      if (!name.equals(nameText) || !value.equals(valueText)) {
        divergent.add("/intent/env/set/" + Texts.pointer(name));
      }
    }
    List<String> unset = new ArrayList<>();
    for (String name : gone.keySet()) {
      if (!ignored.contains(name)) {
        unset.add(Texts.utf8(name.getBytes(StandardCharsets.ISO_8859_1)));
      }
    }
    return new Change(set, unset, divergent);
  }

  /**
   * Whether two environment blocks give a process the same variables, ignored ones aside.
   *
   * @param expected null = inherited
   * @param actual null = inherited
   */
  boolean same(byte[] expected, byte[] actual) {
    Map<String, String> left = expected == null ? new HashMap<>(own.bytes()) : parse(expected);
    Map<String, String> right = actual == null ? new HashMap<>(own.bytes()) : parse(actual);
    left.keySet().removeAll(ignored);
    right.keySet().removeAll(ignored);
    return left.equals(right);
  }

  /** What an environment block changes; texts are the bytes decoded as strict UTF-8. */
  Change change(byte[] block) {
    Map<String, String> gone = new HashMap<>(own.bytes());
    Map<String, String> set = new TreeMap<>();
    for (Map.Entry<String, String> variable : parse(block).entrySet()) {
      String inherited = gone.remove(variable.getKey());
      if (!variable.getValue().equals(inherited) && !ignored.contains(variable.getKey())) {
        set.put(
            Texts.utf8(variable.getKey().getBytes(StandardCharsets.ISO_8859_1)),
            Texts.utf8(variable.getValue().getBytes(StandardCharsets.ISO_8859_1)));
      }
    }
    List<String> unset = new ArrayList<>();
    for (String name : gone.keySet()) {
      if (!ignored.contains(name)) {
        unset.add(Texts.utf8(name.getBytes(StandardCharsets.ISO_8859_1)));
      }
    }
    return new Change(set, unset, List.of());
  }

  /** A variable of this JVM's own environment, one character per byte; null when it has none. */
  String value(String name) {
    return own.bytes().get(name);
  }

  private static Map<String, String> parse(byte[] block) {
    Map<String, String> variables = new HashMap<>();
    int from = 0;
    for (int i = 0; i < block.length; i++) {
      if (block[i] == 0) {
        String variable = new String(block, from, i - from, StandardCharsets.ISO_8859_1);
        // A name may begin with '=' as the JDK reads the environment.
        int equals = variable.indexOf('=', 1);
        if (equals < 0
            || variables.putIfAbsent(variable.substring(0, equals), variable.substring(equals + 1))
                != null) {
          throw new NotCanonicalException(
              "an environment block that is no list of different name=value");
        }
        from = i + 1;
      }
    }
    if (from != block.length) {
      throw new NotCanonicalException("an environment block whose last variable does not end");
    }
    return variables;
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }
}
