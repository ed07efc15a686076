package dev.countersign.effect.template;

import dev.countersign.effect.RequestUrl;
import dev.countersign.effect.SecretNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * Puts a call's arguments into texts that a person reads, and keeps which argument went where.
 *
 * <p>An argument is put in as its value where values are shown and it is no secret, else as its
 * reference is written. What is secret: what stands under a secret's name, among the arguments or
 * where it goes; any such text wherever it occurs; who logs in by a URL. Whatever comes from a
 * model is one line without a character that moves, hides or reorders others. Each text and each
 * list is bounded, whatever the arguments are.
 */
final class Teller {

  /** Elements of one list that are told. */
  static final int MOST = 64;

  /** UTF-16 units of one text that are shown. */
  private static final int LONGEST = 512;

  /** Longer texts are not searched for secrets, and not shown. */
  private static final int SEARCHED = 64 << 10;

  /** Shorter ones would be found in texts that have nothing to do with them. */
  private static final int SHORTEST_SECRET = 4;

  static final String MASK = "***";

  private final Map<String, Object> args;
  private final List<String> secrets = new ArrayList<>();
  private final boolean values;
  private Object item;

  /** Whether the elements of {@code each} stand under a secret's name. */
  private boolean secretItems;

  private List<Depiction.Placement> placements = new ArrayList<>();

  /**
   * @param values whether values of arguments are shown
   */
  Teller(Map<String, Object> args, boolean values) {
    this.args = args;
    if (values) {
      collect(args, false);
      // A secret that begins with another one would keep its end.
      secrets.sort(Comparator.comparingInt(String::length).reversed());
    }
    this.values = values && secrets.size() <= MOST;
  }

  /**
   * Texts and numbers under a secret's name, or behind one as an option; one too many where there
   * are more than can be searched for.
   */
  private void collect(Object json, boolean secret) {
    if (secrets.size() > MOST) {
      return;
    }
    if (json instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> member : map.entrySet()) {
        Object value = member.getValue();
        collect(value, secret || SecretNames.isName(String.valueOf(member.getKey()), value));
      }
    } else if (json instanceof List<?> list) {
      boolean named = false;
      for (Object element : list) {
        collect(element, secret || named);
        named = isSecretOption(element);
      }
    } else if (secret && (json instanceof String || json instanceof Number)) {
      String text = TextTemplate.scalar(json);
      if (text != null && text.length() >= SHORTEST_SECRET) {
        secrets.add(text);
      }
    }
  }

  /** {@code --password}: the next element of a command is its value. */
  static boolean isSecretOption(Object element) {
    return element instanceof String text
        && text.startsWith("-")
        && text.indexOf('=') < 0
        && SecretNames.isName(text);
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
        text.append(secret ? MASK : url ? RequestUrl.encoded(literal) : literal);
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
    return cut(plain(template.refers() ? text.toString() : withoutSecrets(text.toString())));
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
    boolean hidden = secret || !values || secretItems && path.get(0).equals("item");
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
              : cut(plain(withoutSecrets(scalar))));
      named = isSecretOption(list.get(i));
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
      note("args", args, place, !values);
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
            cut(plain(argument)), cut(plain(place)), hidden || value == null ? null : json(value)));
  }

  /** A JSON text of a value, cut, with the values of secrets' names masked. */
  private String json(Object value) {
    StringBuilder text = new StringBuilder();
    json(value, text);
    return text.length() > LONGEST
        ? text.substring(0, whole(text, LONGEST)) + "…"
        : text.toString();
  }

  private void json(Object value, StringBuilder text) {
    if (text.length() > LONGEST) {
      return;
    }
    if (value instanceof Map<?, ?> map) {
      text.append('{');
      String comma = "";
      for (Map.Entry<?, ?> member : map.entrySet()) {
        if (text.length() > LONGEST) {
          return;
        }
        String name = String.valueOf(member.getKey());
        text.append(comma).append(quoted(withoutSecrets(name))).append(':');
        if (SecretNames.isName(name, member.getValue())) {
          text.append('"').append(MASK).append('"');
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
        if (text.length() > LONGEST) {
          return;
        }
        text.append(comma);
        json(named ? MASK : element, text);
        named = isSecretOption(element);
        comma = ",";
      }
      text.append(']');
    } else if (value instanceof String string) {
      text.append(quoted(withoutSecrets(string)));
    } else {
      text.append(cut(plain(withoutSecrets(String.valueOf(value)))));
    }
  }

  private static String quoted(String text) {
    return '"' + cut(plain(text)).replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** A text with the mask in the place of what is secret. */
  private String withoutSecrets(String text) {
    if (text.length() > SEARCHED) {
      return "(" + text.length() + " characters)";
    }
    String shown = text;
    for (String secret : secrets) {
      shown = shown.replace(secret, MASK);
      String encoded = RequestUrl.encoded(secret);
      if (!encoded.equals(secret)) {
        shown = shown.replace(encoded, MASK);
      }
    }
    int equals = shown.indexOf('=');
    if (equals > 0 && isOption(shown, equals) && SecretNames.isName(shown.substring(0, equals))) {
      return shown.substring(0, equals + 1) + MASK;
    }
    int scheme = shown.indexOf("://");
    return scheme < 0 ? shown : url(shown, scheme + 3);
  }

  private static boolean isOption(String text, int end) {
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      if (c != '-' && c != '_' && c != '.' && !Character.isLetterOrDigit(c)) {
        return false;
      }
    }
    return true;
  }

  /** Without who logs in, and without what stands under a secret's name in its query. */
  private static String url(String text, int authority) {
    int end = authority;
    while (end < text.length() && "/?#".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    int at = text.lastIndexOf('@', end - 1);
    StringBuilder shown = new StringBuilder(text.length());
    shown.append(text, 0, authority);
    shown.append(at >= authority ? MASK : "").append(text, Math.max(authority, at), end);
    int from = end;
    int query = text.indexOf('?', end);
    while (query >= 0) {
      int next = text.indexOf('&', query + 1);
      int stop = next < 0 ? text.length() : next;
      int equals = text.indexOf('=', query);
      shown.append(text, from, query + 1);
      if (equals >= 0 && equals < stop && SecretNames.isName(text.substring(query + 1, equals))) {
        shown.append(text, query + 1, equals + 1).append(MASK);
      } else {
        shown.append(text, query + 1, stop);
      }
      from = stop;
      query = next;
    }
    return shown.append(text, from, text.length()).toString();
  }

  /** Stands for what is left out of a list. */
  static String more(int count) {
    return "… (" + count + " more)";
  }

  /** At most {@value #LONGEST} UTF-16 units, and how many there were. */
  static String cut(String text) {
    return text.length() <= LONGEST
        ? text
        : text.substring(0, whole(text, LONGEST)) + "… (" + text.length() + " characters)";
  }

  /** Where a text can be cut without cutting a character in two. */
  private static int whole(CharSequence text, int at) {
    return Character.isHighSurrogate(text.charAt(at - 1)) ? at - 1 : at;
  }

  /** One line; what is no visible character stands as its code. */
  static String plain(String text) {
    StringBuilder plain = null;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      int units = Character.charCount(c);
      boolean shown = isShown(c);
      if (!shown && plain == null) {
        plain = new StringBuilder(text.length() + 16).append(text, 0, i);
      }
      if (plain != null && shown) {
        plain.appendCodePoint(c);
      } else if (plain != null) {
        plain.append("\\u{").append(Integer.toHexString(c)).append('}');
      }
      i += units;
    }
    return plain == null ? text : plain.toString();
  }

  private static boolean isShown(int c) {
    switch (Character.getType(c)) {
      case Character.CONTROL:
      case Character.FORMAT:
      case Character.SURROGATE:
      case Character.PRIVATE_USE:
      case Character.UNASSIGNED:
      case Character.LINE_SEPARATOR:
      case Character.PARAGRAPH_SEPARATOR:
        return false;
      case Character.SPACE_SEPARATOR:
        return c == ' ';
      default:
        return true;
    }
  }
}
