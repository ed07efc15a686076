package dev.countersign.learn;

import dev.countersign.effect.RequestUrl;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a template has in the place of one value: the value itself, or a text with references to
 * arguments in it, or a placeholder (spec 5.4). Immutable.
 *
 * @param constant a JSON value; null where there are pieces
 * @param pieces {@link String}, {@link Ref} or {@link Hole}; null for a constant
 */
record Expression(Object constant, List<Object> pieces) {

  /** Candidates that are followed for one value. */
  private static final int MOST = 96;

  /** Occurrences of one argument in one literal that are tried. */
  private static final int OCCURRENCES = 3;

  /**
   * A reference.
   *
   * @param path {@code args.url}
   * @param optional whether the element is dropped where it is absent
   * @param fallback what stands for it where it is absent; null for nothing
   * @param splice whether a list takes its place
   */
  record Ref(String path, boolean optional, String fallback, boolean splice) {

    @Override
    public String toString() {
      return "${"
          + path
          + (splice ? "..." : "")
          + (fallback != null ? "|" + fallback : optional ? "?" : "")
          + '}';
    }
  }

  /** A placeholder, as it is written. */
  record Hole(String written, boolean narrow) {

    @Override
    public String toString() {
      return written;
    }
  }

  static Expression of(Object constant) {
    return new Expression(constant, null);
  }

  static Expression of(List<Object> pieces) {
    return new Expression(null, Collections.unmodifiableList(new ArrayList<>(pieces)));
  }

  static Expression of(Ref ref) {
    return of(List.<Object>of(ref));
  }

  boolean isConstant() {
    return pieces == null;
  }

  Hole hole() {
    if (pieces != null) {
      for (Object piece : pieces) {
        if (piece instanceof Hole hole) {
          return hole;
        }
      }
    }
    return null;
  }

  /** How many characters of a value come from arguments. */
  int covered(Slot slot) {
    String value = slot.value() instanceof String text ? text : "";
    int literal = 0;
    int refs = 0;
    if (pieces != null) {
      for (Object piece : pieces) {
        literal += piece instanceof String text ? text.length() : 0;
        refs += piece instanceof Ref ? 1 : 0;
      }
    }
    return refs == 0 ? 0 : refs == pieces.size() ? Integer.MAX_VALUE : value.length() - literal;
  }

  /** How many characters of a text that it gives come from arguments; 0 for anything else. */
  int given(Slot slot) {
    int literal = 0;
    for (Object piece : pieces) {
      literal += piece instanceof String text ? text.length() : 0;
    }
    return slot.value() instanceof String value ? value.length() - literal : 0;
  }

  /** The paths that it refers to. */
  Set<String> paths() {
    Set<String> paths = new LinkedHashSet<>();
    if (pieces != null) {
      for (Object piece : pieces) {
        if (piece instanceof Ref ref) {
          paths.add(ref.path());
        }
      }
    }
    return paths;
  }

  /** The one reference in it, whatever stands beside it; null for none or several. */
  Ref only() {
    Ref only = null;
    if (pieces != null) {
      for (Object piece : pieces) {
        if (piece instanceof Ref ref) {
          if (only != null) {
            return null;
          }
          only = ref;
        }
      }
    }
    return only;
  }

  /** The same with another reference in the place of {@link #only}. */
  Expression with(Ref other) {
    List<Object> changed = new ArrayList<>();
    for (Object piece : pieces) {
      changed.add(piece instanceof Ref ? other : piece);
    }
    return of(changed);
  }

  /** As a template has it: a JSON value. */
  Object written() {
    if (pieces == null) {
      return literal(constant);
    }
    StringBuilder text = new StringBuilder();
    for (Object piece : pieces) {
      text.append(piece instanceof String literal ? escaped(literal) : piece.toString());
    }
    return text.toString();
  }

  /** As one component of a URL. */
  String encoded() {
    if (pieces == null) {
      return RequestUrl.encoded(String.valueOf(constant));
    }
    StringBuilder text = new StringBuilder();
    for (Object piece : pieces) {
      text.append(piece instanceof String literal ? RequestUrl.encoded(literal) : piece);
    }
    return text.toString();
  }

  /** A JSON value of which no text is taken for a reference. */
  private static Object literal(Object json) {
    if (json instanceof String text) {
      return escaped(text);
    }
    if (json instanceof List<?> list) {
      List<Object> copy = new ArrayList<>(list.size());
      for (Object element : list) {
        copy.add(literal(element));
      }
      return copy;
    }
    if (json instanceof Map<?, ?> map) {
      Map<String, Object> copy = new java.util.LinkedHashMap<>();
      for (Map.Entry<?, ?> member : map.entrySet()) {
        copy.put((String) member.getKey(), literal(member.getValue()));
      }
      return copy;
    }
    return json;
  }

  private static String escaped(String text) {
    return text.replace("${", "$${");
  }

  /** Whether it gives this value, of a call with these values. */
  boolean gives(Slot slot, Map<String, Object> values) {
    if (pieces == null) {
      return Values.same(constant, slot.value());
    }
    if (pieces.size() == 1 && pieces.get(0) instanceof Ref ref) {
      Object value = values.get(ref.path());
      if (ref.splice()) {
        return slot.value().equals(Values.texts(value));
      }
      if (slot.kind() == Slot.Kind.JSON && ref.fallback() == null) {
        return value != null && Values.same(value, slot.value());
      }
    }
    if (!(slot.value() instanceof String expected)) {
      return false;
    }
    int at = 0;
    for (Object piece : pieces) {
      String part = piece instanceof String literal ? literal : text((Ref) piece, values);
      if (part == null || !expected.startsWith(part, at)) {
        return false;
      }
      at += part.length();
    }
    return at == expected.length();
  }

  private static String text(Ref ref, Map<String, Object> values) {
    String text = Values.text(values.get(ref.path()));
    return text == null ? ref.fallback() : text;
  }

  /**
   * What could have given this value: the constant first, then whole arguments, then texts with
   * arguments in them, of longer arguments first.
   */
  static List<Expression> candidates(Slot slot, Map<String, Object> values) {
    List<Expression> found = new ArrayList<>();
    found.add(of(slot.value()));
    if (slot.kind() == Slot.Kind.LIST) {
      for (Map.Entry<String, Object> value : values.entrySet()) {
        if (slot.value().equals(Values.texts(value.getValue()))) {
          found.add(of(new Ref(value.getKey(), false, null, true)));
        }
      }
      return found;
    }
    boolean json = slot.kind() == Slot.Kind.JSON;
    if (json) {
      for (Map.Entry<String, Object> value : values.entrySet()) {
        boolean nameable = !value.getKey().equals("args") || slot.isRoot();
        if (nameable && Values.same(value.getValue(), slot.value())) {
          found.add(of(new Ref(value.getKey(), false, null, false)));
        }
      }
    }
    if (slot.value() instanceof String text && !text.isEmpty()) {
      // One letter is in every program's name.
      texts(text, values, json, slot.kind() == Slot.Kind.PROGRAM ? 2 : 1, found);
    }
    return found;
  }

  private static void texts(
      String text, Map<String, Object> values, boolean json, int shortest, List<Expression> found) {
    List<Map.Entry<String, Object>> scalars = new ArrayList<>();
    for (Map.Entry<String, Object> value : values.entrySet()) {
      String scalar = Values.text(value.getValue());
      if (scalar != null && scalar.length() >= shortest && text.contains(scalar)) {
        scalars.add(value);
      }
    }
    scalars.sort((a, b) -> Values.text(b.getValue()).length() - Values.text(a.getValue()).length());
    List<List<Object>> patterns = new ArrayList<>();
    patterns.add(List.of(text));
    for (Map.Entry<String, Object> scalar : scalars) {
      String part = Values.text(scalar.getValue());
      Ref ref = new Ref(scalar.getKey(), false, null, false);
      for (int i = 0; i < patterns.size() && patterns.size() < MOST; i++) {
        put(patterns.get(i), part, ref, patterns);
      }
    }
    for (List<Object> pattern : patterns.subList(1, patterns.size())) {
      if (pattern.size() == 1 && json) {
        Ref whole = (Ref) pattern.get(0);
        if (!(values.get(whole.path()) instanceof String)) {
          // Alone, it would be the number; with a default it is its text.
          found.add(of(new Ref(whole.path(), false, "", false)));
        }
      } else {
        found.add(of(pattern));
      }
    }
  }

  /** The pattern with a reference in the place of a part of one of its literals. */
  private static void put(List<Object> pattern, String part, Ref ref, List<List<Object>> patterns) {
    for (int i = 0; i < pattern.size(); i++) {
      if (!(pattern.get(i) instanceof String literal)) {
        continue;
      }
      int tried = 0;
      for (int at = literal.indexOf(part); at >= 0; at = literal.indexOf(part, at + 1)) {
        if (tried++ == OCCURRENCES || patterns.size() >= MOST) {
          return;
        }
        List<Object> changed = new ArrayList<>(pattern.subList(0, i));
        if (at > 0) {
          changed.add(literal.substring(0, at));
        }
        changed.add(ref);
        if (at + part.length() < literal.length()) {
          changed.add(literal.substring(at + part.length()));
        }
        changed.addAll(pattern.subList(i + 1, pattern.size()));
        if (!patterns.contains(changed)) {
          patterns.add(changed);
        }
      }
    }
  }
}
