package dev.countersign.effect.template;

import dev.countersign.effect.RequestUrl;
import dev.countersign.effect.SecretNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Puts a call's arguments into texts that a person reads, and keeps which argument went where.
 *
 * <p>An argument is put in as its value where it is no secret, else as its reference is written.
 * What is secret: {@link Secrets} among the arguments, and what goes where a secret's name says so.
 * Whatever comes from a model is {@link OneLine one line}. Each text and each list is bounded,
 * whatever the arguments are.
 */
final class Teller {

  /** Elements of one list that are told. */
  static final int MOST = 64;

  /** Longer texts are not searched for secrets, and not shown. */
  private static final int SEARCHED = 64 << 10;

  private final Map<String, Object> args;
  private final Secrets secrets;
  private Object item;

  /** Whether the elements of {@code each} stand under a secret's name. */
  private boolean secretItems;

  private List<Depiction.Placement> placements = new ArrayList<>();

  Teller(Map<String, Object> args) {
    this.args = args;
    this.secrets = new Secrets(args);
  }

  /** From here on it is about another element of {@code each}. */
  void begin(Object element) {
    item = element;
    placements = new ArrayList<>();
  }

  /** What went where since {@link #begin}. */
  List<Depiction.Placement> placements() {
    return List.copyOf(placements);
  }

  /** The elements of {@code each}; none where there is no list. */
  List<?> elements(Reference each) {
    secretItems = isHidden(each, null, false);
    return each.in(args, null) instanceof List<?> list ? list : List.of();
  }

  /**
   * A text as it is shown; null where an optional argument is absent.
   *
   * @param place in words
   * @param secret whether nothing that stands there is shown
   * @param url whether it is a component of a URL
   */
  String text(TextTemplate template, String place, boolean secret, boolean url) {
    StringBuilder text = new StringBuilder();
    boolean hidden = secret || startsWithSecretOption(template);
    for (Object piece : template.pieces()) {
      if (piece instanceof String literal) {
        text.append(secret ? Secrets.MASK : url ? RequestUrl.encoded(literal) : literal);
      } else if (piece instanceof Hole hole) {
        text.append(hole.text());
      } else {
        Reference reference = (Reference) piece;
        Object value = reference.in(args, item);
        if (value == null && reference.optional()) {
          return null;
        }
        text.append(put(reference, value, place, hidden, url));
      }
    }
    return OneLine.of(template.refers() ? text.toString() : withoutSecrets(text.toString()));
  }

  private String put(Reference reference, Object value, String place, boolean secret, boolean url) {
    if (value == null && reference.fallback() != null) {
      return url ? RequestUrl.encoded(reference.fallback()) : reference.fallback();
    }
    boolean hidden = isHidden(reference, value, secret);
    note(reference.written(), value, place, hidden);
    String scalar = hidden || value == null ? null : TextTemplate.scalar(value);
    if (scalar == null) {
      return "${" + reference.written() + "}";
    }
    String shown = withoutSecrets(scalar);
    return url ? RequestUrl.encoded(shown) : shown;
  }

  private boolean isHidden(Reference reference, Object value, boolean secret) {
    List<String> path = reference.path();
    boolean hidden = secret || secrets.areTooMany() || secretItems && path.get(0).equals("item");
    for (int i = 0; i < path.size(); i++) {
      boolean last = i + 1 == path.size();
      hidden |= last ? SecretNames.isName(path.get(i), value) : SecretNames.isName(path.get(i));
    }
    return hidden;
  }

  /** {@code --token=${args.x}} hides what follows it. */
  private static boolean startsWithSecretOption(TextTemplate template) {
    return !template.pieces().isEmpty()
        && template.pieces().get(0) instanceof String literal
        && literal.indexOf('=') > 0
        && SecretNames.isName(literal.substring(0, literal.indexOf('=')));
  }

  /**
   * The elements of a spliced list, noted at {@code argv[from…to]}.
   *
   * @param into gets at most as many as are told
   * @return all of them
   */
  List<?> spliced(TextTemplate template, int from, boolean secret, List<String> into) {
    Reference reference = (Reference) template.pieces().get(0);
    if (!(reference.in(args, item) instanceof List<?> list) || list.isEmpty()) {
      return List.of();
    }
    int count = list.size();
    boolean hidden = isHidden(reference, list, secret);
    String to = count == 1 ? "]" : "…" + (from + count - 1) + ']';
    note(reference.written(), list, "argv[" + from + to, hidden);
    boolean named = false;
    for (int i = 0; i < count && into.size() < MOST; i++) {
      String scalar = hidden || named ? null : TextTemplate.scalar(list.get(i));
      into.add(
          scalar == null
              ? "${" + reference.written() + '.' + i + '}'
              : OneLine.of(withoutSecrets(scalar)));
      named = Secrets.isOption(list.get(i));
    }
    return list;
  }

  /** A value that stands in a JSON body, noted there. */
  void body(Object template, String place, boolean secret) {
    if (placements.size() > MOST) {
      return;
    }
    if (template instanceof TextTemplate text) {
      for (Object piece : text.pieces()) {
        if (piece instanceof Reference reference) {
          Object value = reference.in(args, item);
          if (value != null) {
            note(reference.written(), value, place, isHidden(reference, value, secret));
          }
        }
      }
    } else if (template == BodyTemplate.Whole.ARGUMENTS) {
      note("args", args, place, secrets.areTooMany());
    } else if (template instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> member : map.entrySet()) {
        String name = String.valueOf(member.getKey());
        body(member.getValue(), place + '.' + name, secret || SecretNames.isName(name));
      }
    } else if (template instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        body(list.get(i), place + '[' + i + ']', secret);
      }
    }
  }

  private void note(String written, Object value, String place, boolean hidden) {
    if (placements.size() > MOST) {
      return;
    }
    String argument = written.startsWith("args.") ? written.substring(5) : written;
    placements.add(
        new Depiction.Placement(
            OneLine.of(argument), OneLine.of(place), hidden || value == null ? null : json(value)));
  }

  /** A JSON text of a value, cut, with the values of secrets' names masked. */
  private String json(Object value) {
    StringBuilder text = new StringBuilder();
    json(value, text);
    return text.length() > OneLine.LONGEST
        ? text.substring(0, OneLine.whole(text, OneLine.LONGEST)) + "…"
        : text.toString();
  }

  private void json(Object value, StringBuilder text) {
    if (text.length() > OneLine.LONGEST) {
      return;
    }
    if (value instanceof Map<?, ?> map) {
      text.append('{');
      String comma = "";
      for (Map.Entry<?, ?> member : map.entrySet()) {
        if (text.length() > OneLine.LONGEST) {
          return;
        }
        String name = String.valueOf(member.getKey());
        text.append(comma).append(OneLine.quoted(withoutSecrets(name))).append(':');
        if (SecretNames.isName(name, member.getValue())) {
          text.append('"').append(Secrets.MASK).append('"');
        } else {
          json(member.getValue(), text);
        }
        comma = ",";
      }
      text.append('}');
    } else if (value instanceof List<?> list) {
      text.append('[');
      String comma = "";
      boolean named = false;
      for (Object element : list) {
        if (text.length() > OneLine.LONGEST) {
          return;
        }
        text.append(comma);
        json(named ? Secrets.MASK : element, text);
        named = Secrets.isOption(element);
        comma = ",";
      }
      text.append(']');
    } else if (value instanceof String string) {
      text.append(OneLine.quoted(withoutSecrets(string)));
    } else {
      text.append(OneLine.of(withoutSecrets(String.valueOf(value))));
    }
  }

  private String withoutSecrets(String text) {
    return text.length() > SEARCHED ? "(" + text.length() + " characters)" : secrets.without(text);
  }

  /** Stands for what is left out of a list. */
  static String more(int count) {
    return "… (" + count + " more)";
  }
}
