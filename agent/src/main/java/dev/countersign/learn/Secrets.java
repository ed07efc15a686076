package dev.countersign.learn;

import dev.countersign.canonical.Blake3;
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
    }
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
