package dev.countersign.learn;

import dev.countersign.canonical.ExactText;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.HeaderRules;
import dev.countersign.effect.RequestUrl;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * An effect taken apart: what is the same for every effect of its kind, and the {@link Slot}s in
 * it. Two effects with the same {@link #skeleton} differ in the values of their slots only.
 */
final class Layout {

  private static final List<String> STREAMS = List.of("stdin", "stdout", "stderr");

  /** A URL in the tree of a template. */
  private record UrlPart(String origin, List<Slot> segments, List<QueryPart> query) {}

  /**
   * One pair of a query.
   *
   * @param value null where there is no {@code =}
   */
  private record QueryPart(String name, Slot value) {}

  private final List<Slot> slots = new ArrayList<>();
  private final StringBuilder skeleton = new StringBuilder();
  private final Map<String, Object> tree = new LinkedHashMap<>();

  private final Set<String> headers = new LinkedHashSet<>();

  private Layout() {}

  /** Names of the headers that are compared. */
  Set<String> headers() {
    return headers;
  }

  List<Slot> slots() {
    return slots;
  }

  /** What two effects have in common that one template can cover. */
  String skeleton() {
    return skeleton.toString();
  }

  /**
   * Takes a process start apart.
   *
   * @param spliceAt where a list of {@code spliced} elements begins in argv; -1 for none
   */
  static Layout ofExec(Map<String, Object> intent, int spliceAt, int spliced) {
    Layout layout = new Layout();
    List<?> argv = (List<?>) intent.get("argv");
    List<Object> elements = new ArrayList<>();
    for (int i = 0; i <= argv.size(); i++) {
      if (i == spliceAt) {
        elements.add(
            layout.slot(
                "argv[" + i + "...]", Slot.Kind.LIST, List.copyOf(argv.subList(i, i + spliced))));
        i += spliced;
      }
      if (i < argv.size()) {
        elements.add(
            layout.slot(
                "argv[" + i + "]", i == 0 ? Slot.Kind.PROGRAM : Slot.Kind.TEXT, argv.get(i)));
      }
    }
    layout.tree.put("argv", elements);
    if (intent.get("dir") != null) {
      layout.tree.put("dir", layout.slot("dir", Slot.Kind.TEXT, intent.get("dir")));
    }
    layout.environment((Map<?, ?>) intent.get("env"));
    layout.streams((Map<?, ?>) intent.get("stdio"));
    return layout;
  }

  private void environment(Map<?, ?> env) {
    Map<String, Object> written = new LinkedHashMap<>();
    Map<String, Object> set = new TreeMap<>();
    for (Map.Entry<?, ?> variable : ((Map<?, ?>) env.get("set")).entrySet()) {
      skeleton.append("\n=").append(variable.getKey());
      set.put(
          (String) variable.getKey(),
          slot("env.set." + variable.getKey(), Slot.Kind.TEXT, variable.getValue()));
    }
    if (!set.isEmpty()) {
      written.put("set", set);
    }
    List<?> unset = (List<?>) env.get("unset");
    if (!unset.isEmpty()) {
      skeleton.append("\n-").append(unset);
      written.put("unset", unset);
    }
    if (!written.isEmpty()) {
      tree.put("env", written);
    }
  }

  private void streams(Map<?, ?> stdio) {
    Map<String, Object> written = new LinkedHashMap<>();
    for (String name : STREAMS) {
      Object stream = stdio.get(name);
      if (stream instanceof Map<?, ?> file) {
        Map.Entry<?, ?> only = file.entrySet().iterator().next();
        skeleton.append('\n').append(name).append(only.getKey());
        Map<String, Object> one = new LinkedHashMap<>(2);
        one.put((String) only.getKey(), slot("stdio." + name, Slot.Kind.TEXT, only.getValue()));
        written.put(name, one);
      } else if (!"pipe".equals(stream)) {
        skeleton.append('\n').append(name).append('=').append(stream);
        written.put(name, stream);
      }
    }
    if (Boolean.TRUE.equals(stdio.get("merge"))) {
      skeleton.append("\nmerge");
      written.put("merge", true);
    }
    if (!written.isEmpty()) {
      tree.put("stdio", written);
    }
  }

  /**
   * Takes a request apart.
   *
   * @param named headers that are compared, beside the credentials
   * @param args of the call: what equals one of them as a whole is one value
   */
  static Layout ofSend(Map<String, Object> intent, Set<String> named, Map<String, Object> args) {
    Layout layout = new Layout();
    layout.skeleton.append(intent.get("method"));
    layout.tree.put("method", Expression.of(intent.get("method")).written());
    layout.url(RequestUrl.parse((String) intent.get("url")));
    layout.headers((Map<?, ?>) intent.get("headers"), named);
    if (intent.get("body") instanceof Map<?, ?> body) {
      layout.body(body, args);
    }
    if (intent.get("proxy") != null) {
      layout.skeleton.append("\nproxy ").append(intent.get("proxy"));
      layout.tree.put("proxy", intent.get("proxy"));
    }
    return layout;
  }

  private void url(RequestUrl url) {
    String text = url.text();
    String origin = text.substring(0, text.indexOf(url.path(), text.indexOf("//") + 2));
    skeleton.append(' ').append(origin);
    List<Slot> segments = new ArrayList<>();
    for (String segment : url.segments()) {
      segments.add(slot("url path[" + segments.size() + "]", Slot.Kind.COMPONENT, segment));
    }
    List<QueryPart> query = url.hasQuery() ? new ArrayList<>() : null;
    for (RequestUrl.Pair pair : url.pairs()) {
      skeleton.append('&').append(pair.name()).append(pair.value() == null ? "" : "=");
      query.add(
          new QueryPart(
              pair.name(),
              pair.value() == null
                  ? null
                  : slot("url query " + pair.name(), Slot.Kind.COMPONENT, pair.value())));
    }
    skeleton.append(url.hasQuery() ? "?" : "");
    tree.put("url", new UrlPart(origin, segments, query));
  }

  private void headers(Map<?, ?> headers, Set<String> named) {
    Map<String, Object> written = new LinkedHashMap<>();
    for (Map.Entry<?, ?> header : headers.entrySet()) {
      String name = (String) header.getKey();
      if (named.contains(name) || HeaderRules.isCredential(name)) {
        skeleton.append("\n:").append(name);
        this.headers.add(name);
        List<Object> values = new ArrayList<>();
        for (Object value : (List<?>) header.getValue()) {
          values.add(slot("headers." + name, Slot.Kind.TEXT, value));
        }
        written.put(name, values.size() == 1 ? values.get(0) : values);
      }
    }
    tree.put("headers", written);
  }

  private void body(Map<?, ?> body, Map<String, Object> args) {
    skeleton.append("\nbody ").append(body.keySet());
    if (body.containsKey("json")) {
      tree.put("body", one("json", json("body.json", body.get("json"), args)));
    } else if (body.containsKey("form")) {
      Map<String, Object> pairs = new LinkedHashMap<>();
      for (Map.Entry<?, ?> pair : ((Map<?, ?>) body.get("form")).entrySet()) {
        skeleton.append("\n+").append(pair.getKey());
        List<Object> values = new ArrayList<>();
        for (Object value : (List<?>) pair.getValue()) {
          values.add(slot("body.form." + pair.getKey(), Slot.Kind.TEXT, value));
        }
        pairs.put((String) pair.getKey(), values.size() == 1 ? values.get(0) : values);
      }
      tree.put("body", one("form", pairs));
    } else if (body.get("raw") instanceof String raw) {
      tree.put("body", one("raw", slot("body.raw", Slot.Kind.TEXT, raw)));
    } else {
      tree.put("body", "any");
    }
  }

  private Object json(String place, Object json, Map<String, Object> args) {
    boolean whole = json instanceof Map || json instanceof List;
    if (whole && !isArgument(json, args)) {
      if (json instanceof Map<?, ?> map) {
        skeleton.append('{');
        Map<String, Object> written = new LinkedHashMap<>();
        // Names in one order: that of a JSON text means nothing.
        for (Map.Entry<?, ?> member : new TreeMap<Object, Object>(map).entrySet()) {
          skeleton.append(ExactText.of(member.getKey()));
          written.put(
              (String) member.getKey(),
              json(place + '.' + member.getKey(), member.getValue(), args));
        }
        skeleton.append('}');
        return written;
      }
      skeleton.append('[');
      List<Object> written = new ArrayList<>();
      for (Object element : (List<?>) json) {
        written.add(json(place + '[' + written.size() + ']', element, args));
      }
      skeleton.append(']');
      return written;
    }
    return slot(place, Slot.Kind.JSON, json);
  }

  private static boolean isArgument(Object json, Map<String, Object> args) {
    for (Map.Entry<String, Object> value : args.entrySet()) {
      if (!(value.getValue() instanceof String) && Values.same(value.getValue(), json)) {
        return json instanceof Map<?, ?> map ? !map.isEmpty() : !((List<?>) json).isEmpty();
      }
    }
    return false;
  }

  private static Map<String, Object> one(String key, Object value) {
    Map<String, Object> one = new LinkedHashMap<>(2);
    one.put(key, value);
    return one;
  }

  private Slot slot(String place, Slot.Kind kind, Object value) {
    Slot slot = new Slot(place, kind, value);
    slots.add(slot);
    skeleton.append('\n').append(kind == Slot.Kind.LIST ? "*" : "$");
    return slot;
  }

  /** What stands under {@code exec:} or {@code send:} with these in the place of the slots. */
  @SuppressWarnings("unchecked") // a map stays one
  Map<String, Object> written(List<Expression> expressions) {
    Map<Slot, Expression> chosen = new java.util.IdentityHashMap<>();
    for (int i = 0; i < slots.size(); i++) {
      chosen.put(slots.get(i), expressions.get(i));
    }
    return (Map<String, Object>) written(tree, chosen);
  }

  private static Object written(Object at, Map<Slot, Expression> chosen) {
    if (at instanceof Slot slot) {
      return chosen.get(slot).written();
    }
    if (at instanceof UrlPart url) {
      return url(url, chosen);
    }
    if (at instanceof Map<?, ?> map) {
      if (map.get("raw") instanceof Slot raw && chosen.get(raw).hole() != null) {
        return "any"; // of raw bytes a placeholder would leave open where it ends
      }
      Map<String, Object> copy = new LinkedHashMap<>();
      for (Map.Entry<?, ?> member : map.entrySet()) {
        copy.put((String) member.getKey(), written(member.getValue(), chosen));
      }
      return copy;
    }
    if (at instanceof List<?> list) {
      List<Object> copy = new ArrayList<>();
      for (Object element : list) {
        Object value = written(element, chosen);
        if (element instanceof Slot slot
            && slot.kind() == Slot.Kind.LIST
            && value instanceof List<?> several) {
          copy.addAll(several); // the constant list, as it is
        } else {
          copy.add(value);
        }
      }
      return copy;
    }
    return at;
  }

  private static String url(UrlPart url, Map<Slot, Expression> chosen) {
    StringBuilder text = new StringBuilder(url.origin());
    for (Slot segment : url.segments()) {
      text.append('/').append(chosen.get(segment).encoded());
    }
    if (url.query() != null) {
      text.append('?');
      for (int i = 0; i < url.query().size(); i++) {
        QueryPart pair = url.query().get(i);
        text.append(i == 0 ? "" : "&").append(RequestUrl.encoded(pair.name()));
        if (pair.value() != null) {
          text.append('=').append(chosen.get(pair.value()).encoded());
        }
      }
    }
    return text.toString();
  }

  /** What is wrong with the intent of a process start; null for nothing. */
  static String faultOfExec(Map<?, ?> intent) {
    if (Values.texts(intent.get("argv")) == null
        || !allTexts((List<?>) intent.get("argv"))
        || ((List<?>) intent.get("argv")).isEmpty()) {
      return "expected argv, a list of texts with the program first";
    }
    if (intent.get("dir") != null && !(intent.get("dir") instanceof String)) {
      return "expected dir, a text or null";
    }
    if (!(intent.get("env") instanceof Map<?, ?> env)
        || !(env.get("set") instanceof Map<?, ?> set)
        || !allTexts(set.values())
        || !(env.get("unset") instanceof List<?> unset)
        || !allTexts(unset)) {
      return "expected env with set and unset";
    }
    if (!(intent.get("stdio") instanceof Map<?, ?> stdio)) {
      return "expected stdio";
    }
    for (String name : STREAMS) {
      Object stream = stdio.get(name);
      boolean file =
          stream instanceof Map<?, ?> map
              && map.size() == 1
              && map.values().iterator().next() instanceof String;
      if (!file && !(stream instanceof String)) {
        return "expected stdio." + name;
      }
    }
    return null;
  }

  /** What is wrong with the intent of a request; null for nothing. */
  static String faultOfSend(Map<?, ?> intent) {
    if (!(intent.get("method") instanceof String) || !(intent.get("url") instanceof String)) {
      return "expected method and url";
    }
    try {
      RequestUrl.parse((String) intent.get("url"));
    } catch (NotCanonicalException other) {
      return other.getMessage();
    }
    if (!(intent.get("headers") instanceof Map<?, ?> headers)) {
      return "expected headers";
    }
    for (Object values : headers.values()) {
      if (!(values instanceof List<?> list) || !allTexts(list)) {
        return "expected headers with lists of texts";
      }
    }
    Object body = intent.get("body");
    if (body != null && (!(body instanceof Map<?, ?> map) || map.size() != 1)) {
      return "expected body, null or a map with one form";
    }
    if (body instanceof Map<?, ?> map && map.get("form") instanceof Map<?, ?> form) {
      for (Object values : form.values()) {
        if (!(values instanceof List<?> list) || !allTexts(list)) {
          return "expected body.form with lists of texts";
        }
      }
    } else if (body instanceof Map<?, ?> map && map.containsKey("form")) {
      return "expected body.form, a map";
    }
    return null;
  }

  private static boolean allTexts(Iterable<?> values) {
    for (Object value : values) {
      if (!(value instanceof String)) {
        return false;
      }
    }
    return true;
  }
}
