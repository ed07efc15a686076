package dev.countersign.effect.template;

import dev.countersign.effect.RequestUrl;
import dev.countersign.effect.SecretNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is secret in a JSON value, and the value without it: what stands under a secret's name, or
 * behind one as an option; any such text of {@value #SHORTEST} characters or more wherever else it
 * occurs; and what {@link MaskedText} leaves out of every text.
 */
public final class Secrets {

  static final String MASK = "***";

  /** More are not searched for: then nothing is shown. */
  private static final int MOST = 64;

  /** Shorter ones would be found in texts that have nothing to do with them. */
  private static final int SHORTEST = 4;

  private final List<String> texts = new ArrayList<>();

  /** Those of a JSON value. */
  public Secrets(Object json) {
    collect(json, false);
    // A secret that begins with another one would keep its end.
    texts.sort(Comparator.comparingInt(String::length).reversed());
  }

  /** Whether there are more than can be searched for. */
  boolean areTooMany() {
    return texts.size() > MOST;
  }

  /**
   * Texts and numbers under a secret's name, or behind one as an option; one too many where there
   * are more than can be searched for.
   */
  private void collect(Object json, boolean secret) {
    if (texts.size() > MOST) {
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
        named = isOption(element);
      }
    } else if (secret && (json instanceof String || json instanceof Number)) {
      String text = TextTemplate.scalar(json);
      if (text != null && text.length() >= SHORTEST) {
        texts.add(text);
      }
    }
  }

  /** {@code --password}: the next element of a command is its value. */
  static boolean isOption(Object element) {
    return element instanceof String text
        && text.startsWith("-")
        && text.indexOf('=') < 0
        && SecretNames.isName(text);
  }

  /**
   * A JSON value with the mask in the place of what is secret, whole otherwise: for whoever has to
   * decide about it.
   */
  public Object masked(Object json) {
    return masked(json, areTooMany(), false);
  }

  private Object masked(Object json, boolean secret, boolean header) {
    if (json instanceof Map<?, ?> map) {
      Map<String, Object> shown = new LinkedHashMap<>();
      for (Map.Entry<?, ?> member : map.entrySet()) {
        String name = String.valueOf(member.getKey());
        Object value = member.getValue();
        String free = without(name);
        while (shown.containsKey(free)) {
          free += MASK; // two names that differ in a secret only are two members still
        }
        shown.put(free, masked(value, secret || SecretNames.isName(name, value), false));
      }
      return shown;
    }
    if (json instanceof List<?> list) {
      List<Object> shown = new ArrayList<>(list.size());
      boolean named = false;
      boolean headed = false;
      for (Object element : list) {
        shown.add(masked(element, secret || named, headed));
        named = isOption(element);
        headed = MaskedText.isHeaderOption(element);
      }
      return shown;
    }
    if (json == null || secret) {
      return json == null ? null : MASK;
    }
    if (json instanceof Boolean) {
      return json;
    }
    String scalar = TextTemplate.scalar(json);
    if (scalar == null) {
      return json;
    }
    String shown = without(scalar, header);
    return shown.equals(scalar) ? json : shown;
  }

  /** A text with the mask in the place of what is secret. */
  String without(String text) {
    return without(text, false);
  }

  private String without(String text, boolean header) {
    String shown = text;
    for (String secret : texts) {
      shown = shown.replace(secret, MASK);
      String encoded = RequestUrl.encoded(secret);
      if (!encoded.equals(secret)) {
        shown = shown.replace(encoded, MASK);
      }
    }
    return MaskedText.of(shown, header);
  }
}
