package dev.countersign.effect.template;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.SecretNames;
import dev.countersign.effect.SendBody;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The {@code body} of a {@code send} (spec 5.4): absent = none, {@code any}, or one of {@code {raw:
 * text}}, {@code {json: value}}, {@code {form: {name: text | [text…]}}}, {@code {multipart: {name:
 * part | [part…]}}} with parts as in {@link PartTemplate}.
 *
 * <p>In a JSON value a text that is one reference alone, {@code "${args.amount}"}, is the JSON
 * value of that argument; one with anything beside it is text. {@code "${args}"} is all of them. A
 * placeholder stands for one scalar.
 */
final class BodyTemplate {

  private static final String ANY = "any";

  private enum Form {
    NONE,
    ANY,
    RAW,
    JSON,
    FORM,
    MULTIPART
  }

  private final Form form;

  /** One pair of a form. */
  private record Pair(String name, TextTemplate value) {}

  /**
   * {@link TextTemplate} for raw; a JSON value whose texts are {@link TextTemplate}s; a list of
   * {@link Pair}s, or of {@link PartTemplate}s.
   */
  private final Object content;

  private BodyTemplate(Form form, Object content) {
    this.form = form;
    this.content = content;
  }

  static BodyTemplate parse(Object json, boolean each) {
    if (json == null) {
      return new BodyTemplate(Form.NONE, null);
    }
    if (json.equals(ANY)) {
      return new BodyTemplate(Form.ANY, null);
    }
    if (!(json instanceof Map<?, ?> map) || map.size() != 1) {
      throw new TemplateException(
          "expected any, or one of raw, json, form, multipart with its content", "body");
    }
    Map.Entry<?, ?> only = map.entrySet().iterator().next();
    switch ((String) only.getKey()) {
      case "raw":
        TextTemplate raw = ExecTemplate.plainText(only.getValue(), each, "body.raw");
        if (raw.hole() != null) {
          throw new TemplateException(
              "a placeholder stands for one JSON scalar or form value; of raw bytes it would leave"
                  + " open where it ends",
              "body.raw");
        }
        return new BodyTemplate(Form.RAW, raw);
      case "json":
        return new BodyTemplate(Form.JSON, parsed(only.getValue(), each, "body.json"));
      case "form":
        return new BodyTemplate(Form.FORM, pairs(only.getValue(), each));
      case "multipart":
        return new BodyTemplate(Form.MULTIPART, PartTemplate.parse(only.getValue(), each));
      default:
        throw new TemplateException(
            "unknown key \"" + only.getKey() + "\": expected one of raw, json, form, multipart",
            "body");
    }
  }

  private static Object parsed(Object json, boolean each, String place) {
    if (json instanceof Map<?, ?> map) {
      Map<String, Object> parsed = new LinkedHashMap<>();
      for (Map.Entry<?, ?> member : map.entrySet()) {
        String name = (String) member.getKey();
        if (name.contains("${")) {
          throw new TemplateException("a name cannot be put together", place);
        }
        parsed.put(name, parsed(member.getValue(), each, place + '.' + name));
      }
      return parsed;
    }
    if (json instanceof List<?> list) {
      List<Object> parsed = new ArrayList<>();
      for (Object element : list) {
        parsed.add(parsed(element, each, place + '[' + parsed.size() + ']'));
      }
      return parsed;
    }
    if (!(json instanceof String text)) {
      return json;
    }
    return text.equals("${args}") ? Whole.ARGUMENTS : TextTemplate.parse(text, each, place);
  }

  /** What stands for all arguments. */
  enum Whole {
    ARGUMENTS
  }

  private static Object pairs(Object json, boolean each) {
    if (!(json instanceof Map<?, ?> map)) {
      throw new TemplateException("expected names with their values", "body.form");
    }
    List<Pair> pairs = new ArrayList<>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      String place = "body.form." + entry.getKey();
      List<?> values = entry.getValue() instanceof List<?> list ? list : null;
      for (Object value : values == null ? List.of(entry.getValue()) : values) {
        TextTemplate text = ExecTemplate.plainText(value, each, place);
        pairs.add(new Pair((String) entry.getKey(), text));
      }
    }
    return pairs;
  }

  /** Whether the whole body is left to the tool. */
  boolean isAny() {
    return form == Form.ANY;
  }

  List<TextTemplate> texts() {
    List<TextTemplate> texts = new ArrayList<>();
    collect(content, texts);
    return texts;
  }

  private static void collect(Object at, List<TextTemplate> texts) {
    if (at instanceof TextTemplate text) {
      texts.add(text);
    } else if (at instanceof Pair pair) {
      texts.add(pair.value());
    } else if (at instanceof PartTemplate part) {
      texts.addAll(part.texts());
    } else if (at instanceof Map<?, ?> map) {
      for (Object value : map.values()) {
        collect(value, texts);
      }
    } else if (at instanceof List<?> list) {
      for (Object element : list) {
        collect(element, texts);
      }
    }
  }

  /** Notes which argument goes where, and returns the form; null for no body. */
  String depicted(Teller teller) {
    switch (form) {
      case NONE:
        return null;
      case ANY:
        return ANY;
      case RAW:
        teller.body(content, "body", false);
        break;
      case JSON:
        teller.body(content, "body", false);
        break;
      case FORM:
        for (Object each : (List<?>) content) {
          Pair pair = (Pair) each;
          teller.body(pair.value(), "form field " + pair.name(), SecretNames.isName(pair.name()));
        }
        break;
      default:
        for (Object part : (List<?>) content) {
          ((PartTemplate) part).tell(teller);
        }
        break;
    }
    return named(form);
  }

  Rendered render(Source source) {
    switch (form) {
      case NONE:
        return new Rendered(Form.NONE, null, List.of());
      case ANY:
        Map<String, Object> any = new LinkedHashMap<>(2);
        any.put("form", ANY);
        return new Rendered(Form.ANY, any, List.of());
      case RAW:
        Text text = ((TextTemplate) content).render(source);
        byte[] bytes = (text == null ? "" : text.prefix()).getBytes(StandardCharsets.UTF_8);
        return new Rendered(Form.RAW, SendBody.of(List.of(bytes), List.of(), 0).raw(), List.of());
      default:
        List<Slot> slots = new ArrayList<>();
        Object value =
            form == Form.JSON
                ? rendered(content, source, slots, List.of())
                : form == Form.FORM
                    ? form(source, slots)
                    : PartTemplate.render((List<?>) content, source, slots);
        try {
          return new Rendered(form, SendBody.described(named(form), value), slots);
        } catch (NotCanonicalException unsupported) {
          throw new TemplateException(unsupported.getMessage(), "body." + named(form));
        }
    }
  }

  private static String named(Form form) {
    return form.name().toLowerCase(Locale.ROOT);
  }

  /** The pairs in the shape that {@link SendBody#form} reads them in. */
  private List<Object> form(Source source, List<Slot> slots) {
    List<Object> pairs = new ArrayList<>();
    for (Object each : (List<?>) content) {
      Pair pair = (Pair) each;
      Text text = pair.value().render(source);
      if (text != null) {
        if (text.hole() != null) {
          slots.add(new Slot(List.of(pairs.size(), 1), text));
        }
        pairs.add(List.of(pair.name(), text.shown()));
      }
    }
    return pairs;
  }

  /** Stands for what an absent optional value drops. */
  private static final Object DROPPED = new Object();

  private static Object rendered(Object at, Source source, List<Slot> slots, List<Object> path) {
    if (at == Whole.ARGUMENTS) {
      source.inputs().put("args", source.args());
      return source.args();
    }
    if (at instanceof TextTemplate text) {
      return text(text, source, slots, path);
    }
    if (at instanceof Map<?, ?> map) {
      Map<String, Object> rendered = new LinkedHashMap<>();
      for (Map.Entry<?, ?> member : map.entrySet()) {
        Object value = rendered(member.getValue(), source, slots, below(path, member.getKey()));
        if (value != DROPPED) {
          rendered.put((String) member.getKey(), value);
        }
      }
      return rendered;
    }
    if (at instanceof List<?> list) {
      List<Object> rendered = new ArrayList<>();
      for (Object element : list) {
        if (element instanceof TextTemplate text && text.splices()) {
          rendered.addAll(text.splicedValues(source));
          continue;
        }
        Object value = rendered(element, source, slots, below(path, rendered.size()));
        if (value != DROPPED) {
          rendered.add(value);
        }
      }
      return rendered;
    }
    return at;
  }

  private static Object text(
      TextTemplate template, Source source, List<Slot> slots, List<Object> path) {
    Reference alone = template.alone();
    if (alone != null) {
      Object value = source.value(alone);
      if (value == null && alone.optional()) {
        return DROPPED;
      }
      if (value != null) {
        return value;
      }
    }
    Text text = template.render(source);
    if (text == null) {
      return DROPPED;
    }
    if (text.hole() != null) {
      slots.add(new Slot(path, text));
    }
    return text.shown();
  }

  private static List<Object> below(List<Object> path, Object step) {
    List<Object> below = new ArrayList<>(path);
    below.add(step);
    return below;
  }

  /**
   * Where a placeholder stands.
   *
   * @param text null where the whole content of a part is left to the tool
   */
  record Slot(List<Object> path, Text text) {}

  /**
   * A rendered body.
   *
   * @param described as it stands in ρ; null for none
   */
  record Rendered(Form form, Map<String, Object> described, List<Slot> slots) {

    boolean isPartial() {
      return form == Form.ANY || !slots.isEmpty();
    }

    boolean comparesLoosely() {
      return form != Form.NONE && form != Form.RAW;
    }

    /**
     * The observed body in the form that is declared here.
     *
     * @param raw the observed body in its raw form
     * @param contentType the request's one header of that name; null for none or several
     */
    Object comparable(Object raw, SendBody body, String contentType) {
      if (form == Form.ANY || form != Form.NONE && body.isTakenOnTrust()) {
        return described;
      }
      if (form == Form.NONE || form == Form.RAW || raw == null || !body.isRead()) {
        return raw;
      }
      body.beginReading();
      try {
        Object observed =
            form == Form.JSON
                ? body.json()
                : form == Form.FORM
                    ? body.form()
                    : PartTemplate.observed(body.multipart(contentType), slots);
        for (Slot slot : slots) {
          observed = masked(observed, slot, 0);
        }
        return SendBody.described(named(form), observed);
      } catch (NotCanonicalException other) {
        // No such form: it stays what it is, and is therefore another body.
        return raw;
      } finally {
        body.endReading();
      }
    }

    private static Object masked(Object at, Slot slot, int depth) {
      if (depth == slot.path().size()) {
        return masked(at, slot.text());
      }
      Object step = slot.path().get(depth);
      if (step instanceof Integer index && at instanceof List<?> list && index < list.size()) {
        List<Object> copy = new ArrayList<>(list);
        copy.set(index, masked(list.get(index), slot, depth + 1));
        return copy;
      }
      if (step instanceof String name && at instanceof Map<?, ?> map && map.containsKey(name)) {
        Map<Object, Object> copy = new LinkedHashMap<>(map);
        copy.put(name, masked(map.get(name), slot, depth + 1));
        return copy;
      }
      return at;
    }

    private static Object masked(Object value, Text text) {
      if (text == null) {
        return ANY;
      }
      if (value instanceof String observed) {
        return text.mask(observed);
      }
      boolean whole = text.prefix().isEmpty() && text.suffix().isEmpty();
      String scalar = value == null ? "null" : TextTemplate.scalar(value);
      return whole && scalar != null && text.hole().admits(scalar) ? text.shown() : value;
    }
  }
}
