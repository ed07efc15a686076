package dev.countersign.learn;

import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Randomness;
import dev.countersign.effect.RequestUrl;
import dev.countersign.effect.SecretNames;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is learned holds no secret: a text that stands under a secret's name, anywhere in a call or
 * in one of its effects, gives way to a mark wherever it occurs in that call. Equal texts have
 * equal marks within one file, so that it still shows which argument goes where; the salt is
 * written nowhere, so that a mark gives nobody the text.
 *
 * <p>Names decide, not values: a secret under another name is kept as it is (spec 5.8: the file is
 * for its owner alone).
 */
final class Secrets {

  /** What a mark of a secret begins with; the mark is safe in a URL, a path, and JSON. */
  static final String SECRET = "cs-secret-";

  /** What a mark of a text that is too long begins with. */
  static final String LONG = "cs-long-";

  /** Hex digits behind it. */
  static final int DIGITS = 16;

  /** UTF-16 units of a text that is kept. */
  private static final int LONGEST = 2048;

  /** Shorter ones would be found in texts that have nothing to do with them. */
  private static final int SHORTEST = 4;

  private final byte[] salt = new byte[16];

  Secrets() {
    Randomness.fill(salt);
  }

  /** Whether a text is a mark, or has one in it. */
  static boolean marks(String text) {
    return text.contains(SECRET) || text.contains(LONG);
  }

  /** Collects what is secret below a value. */
  void collect(Object json, boolean secret, List<String> into) {
    if (json instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> member : map.entrySet()) {
        collect(member.getValue(), secret || SecretNames.isName((String) member.getKey()), into);
      }
    } else if (json instanceof List<?> list) {
      for (Object element : list) {
        collect(element, secret, into);
      }
    } else if (secret && json instanceof String text && !text.isEmpty()) {
      into.add(text);
    } else if (secret && json instanceof Number) {
      String text = Values.text(json);
      if (text != null && text.length() >= SHORTEST) {
        into.add(text);
      }
    }
  }

  /** Collects what is secret in parts that have their name beside their content. */
  void collectParts(Object parts, List<String> into) {
    if (!(parts instanceof List<?> list)) {
      return;
    }
    for (Object each : list) {
      if (each instanceof Map<?, ?> part && part.get("raw") instanceof String raw) {
        if (part.get("name") instanceof String name && SecretNames.isName(name) && !raw.isEmpty()) {
          into.add(raw);
        } else {
          collectText(raw, into);
        }
      }
    }
  }

  /**
   * Collects what stands under a secret's name in the elements of a command, as programs read them:
   * {@code --password=x}, {@code --password x}, {@code TOKEN=x}, {@code Authorization: x}, a URL, a
   * form, JSON.
   */
  void collectArgv(Object argv, List<String> into) {
    if (!(argv instanceof List<?> elements)) {
      return;
    }
    boolean named = false;
    for (Object each : elements) {
      String element = String.valueOf(each);
      boolean option = element.startsWith("-");
      if (named && !option && !element.isEmpty()) {
        into.add(element);
      } else {
        collectText(element, into);
      }
      named = option && element.indexOf('=') < 0 && SecretNames.isName(element);
    }
  }

  /** Collects what stands under a secret's name in a text of whatever form. */
  void collectText(String text, List<String> into) {
    String bare = text.strip();
    if (bare.startsWith("{") || bare.startsWith("[")) {
      try {
        collect(Json.parse(bare), false, into);
        return;
      } catch (NotCanonicalException other) {
        // Then it is read as one of the others.
        bare = text;
      }
    }
    int scheme = text.indexOf("://");
    if (scheme >= 0) {
      collectQuery(text, into);
      int slash = text.indexOf('/', scheme + 3);
      String authority = text.substring(scheme + 3, slash < 0 ? text.length() : slash);
      int at = authority.lastIndexOf('@');
      int colon = authority.indexOf(':');
      if (at > 0 && colon >= 0 && colon + 1 < at) {
        into.add(authority.substring(colon + 1, at));
      }
    }
    collectNamed(text, '=', into);
    collectNamed(text, ':', into);
    if (text.indexOf('&') > 0) {
      List<RequestUrl.Pair> pairs = RequestUrl.pairs(text);
      if (pairs != null) {
        collectPairs(pairs, into);
      }
    }
  }

  /** {@code NAME=value} and {@code name: value}, with and without a word before the value. */
  private static void collectNamed(String text, char separator, List<String> into) {
    int at = text.indexOf(separator);
    if (at <= 0 || !isWord(text, at) || !SecretNames.isName(text.substring(0, at))) {
      return;
    }
    String value = text.substring(at + 1).strip();
    if (value.isEmpty()) {
      return;
    }
    into.add(value);
    int space = value.lastIndexOf(' ');
    if (space > 0 && separator == ':') {
      into.add(value.substring(space + 1)); // behind "Bearer", where the rest stands elsewhere
    }
  }

  /** Whether a text up to there can be the name of an option, a variable or a header. */
  private static boolean isWord(String text, int end) {
    for (int i = 0; i < end; i++) {
      char c = text.charAt(i);
      if (!Character.isLetterOrDigit(c) && c != '-' && c != '_' && c != '.') {
        return false;
      }
    }
    return true;
  }

  /** Collects what stands under a secret's name in the query of a URL. */
  void collectQuery(String url, List<String> into) {
    int mark = url.indexOf('?');
    List<RequestUrl.Pair> pairs = mark < 0 ? null : RequestUrl.pairs(url.substring(mark + 1));
    if (pairs != null) {
      collectPairs(pairs, into);
    }
  }

  private static void collectPairs(List<RequestUrl.Pair> pairs, List<String> into) {
    for (RequestUrl.Pair pair : pairs) {
      if (pair.value() != null && !pair.value().isEmpty() && SecretNames.isName(pair.name())) {
        into.add(pair.value());
      }
    }
  }

  /** A copy of a value with marks in the place of these texts, of longer ones first. */
  Object hidden(Object json, List<String> secrets) {
    if (json instanceof Map<?, ?> map) {
      Map<String, Object> copy = new LinkedHashMap<>();
      for (Map.Entry<?, ?> member : map.entrySet()) {
        copy.put((String) member.getKey(), hidden(member.getValue(), secrets));
      }
      return copy;
    }
    if (json instanceof List<?> list) {
      List<Object> copy = new ArrayList<>(list.size());
      for (Object element : list) {
        copy.add(hidden(element, secrets));
      }
      return copy;
    }
    if (json instanceof Number) {
      String text = Values.text(json);
      return text != null && secrets.contains(text) ? mark(SECRET, text) : json;
    }
    return json instanceof String text ? hidden(text, secrets) : json;
  }

  private String hidden(String text, List<String> secrets) {
    String hidden = text;
    for (String secret : secrets) {
      if (hidden.equals(secret)) {
        return mark(SECRET, secret);
      }
      if (secret.length() >= SHORTEST) {
        hidden = hidden.replace(secret, mark(SECRET, secret));
        String encoded = RequestUrl.encoded(secret);
        if (!encoded.equals(secret)) {
          hidden = hidden.replace(encoded, mark(SECRET, secret));
        }
      }
    }
    return hidden.length() > LONGEST ? mark(LONG, text) : hidden;
  }

  /** The mark of a text. */
  String mark(String kind, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    byte[] salted = new byte[salt.length + bytes.length];
    System.arraycopy(salt, 0, salted, 0, salt.length);
    System.arraycopy(bytes, 0, salted, salt.length, bytes.length);
    return kind + Blake3.hex(salted).substring(0, DIGITS);
  }
}
