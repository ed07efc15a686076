package com.example.acts.springai;

import java.util.HashMap;
import java.util.Map;

/** Texts that models present as arguments; the value is called {@code value}. */
final class PresentedTexts {

  private static final Map<String, String> TEXTS = new HashMap<>();

  static {
    TEXTS.put("empty", "");
    TEXTS.put("blank", " ");
    TEXTS.put("absent", null);
    TEXTS.put("object", "{}");
    TEXTS.put("nullValue", "{\"value\":null}");
    TEXTS.put("one", "{\"value\":1}");
    TEXTS.put("quotesInside", "{\"value\":\"SELECT \\\"a\\\".\\\"b\\\"\"}");
    TEXTS.put("trailingComma", "{\"value\":1,}");
    TEXTS.put("trailingCommaAndBrace", "{\"value\":1,}}");
    TEXTS.put("secondObject", "{\"value\":1}{\"value\":2}");
    TEXTS.put("textBehind", "{\"value\":1} trailing");
    TEXTS.put("encodedTwice", "\"{\\\"value\\\":1}\"");
    TEXTS.put("escapedQuotes", "{\\\"value\\\":1}");
  }

  static String of(String name) {
    if (!TEXTS.containsKey(name)) {
      throw new IllegalArgumentException(name);
    }
    return TEXTS.get(name);
  }

  private PresentedTexts() {}
}
