package com.example.acts.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Texts as models write them, through the framework's own repairs and coercions. */
public final class PresentedActs {

  /** The texts by name: a command line is no place for them. */
  private static final Map<String, String> TEXTS = new TreeMap<>();

  static {
    // F29: none of these is one JSON object; the framework makes one of each.
    TEXTS.put("trailingComma", "{\"n\":1,}");
    TEXTS.put("trailingCommaAndBrace", "{\"n\":1,}}");
    TEXTS.put("secondObject", "{\"n\":1}{\"n\":2}");
    TEXTS.put("textBehind", "{\"n\":1} trailing");
    TEXTS.put("encodedTwice", "\"{\\\"n\\\":1}\"");
    TEXTS.put("escapedQuotes", "{\\\"n\\\":1}");
    TEXTS.put("quotesInside", "{\"q\":\"SELECT \\\"a\\\".\\\"b\\\"\"}");
    TEXTS.put("commaInside", "{\"q\":\"a,}\"}");
    TEXTS.put("backslashInside", "{\"q\":\"a\\\\\\\"b\"}");
    // F30
    TEXTS.put("empty", "");
    TEXTS.put("blank", " ");
    TEXTS.put("absent", null);
    TEXTS.put("object", "{}");
    TEXTS.put("nullValue", "{\"n\":null}");
    TEXTS.put("one", "{\"n\":1}");
    // B53
    TEXTS.put("minusZero", "{\"v\":-0}");
    TEXTS.put("minusZeroPointZero", "{\"v\":-0.0}");
    TEXTS.put("sum", "{\"v\":0.30000000000000004}");
    TEXTS.put("twoTo53", "{\"v\":9007199254740992}");
    TEXTS.put("twoTo53And1", "{\"v\":9007199254740993}");
    TEXTS.put("tenTo16", "{\"v\":1e16}");
    TEXTS.put("tenCents", "{\"v\":0.10}");
    TEXTS.put("smallest", "{\"v\":5e-324}");
    TEXTS.put("tooLarge", "{\"v\":1e400}");
    TEXTS.put("tooSmall", "{\"v\":-1e400}");
    TEXTS.put("tooLargeForAFloat", "{\"v\":1e39}");
    TEXTS.put("nan", "{\"v\":\"NaN\"}");
    TEXTS.put("infinity", "{\"v\":\"Infinity\"}");
    TEXTS.put("minusInfinity", "{\"v\":\"-Infinity\"}");
    // B54
    TEXTS.put("twice", "{\"q\":\"shown\",\"q\":\"fired\"}");
    TEXTS.put("twiceEscaped", "{\"q\":\"shown\",\"\\u0071\":\"fired\"}");
    TEXTS.put("twiceTheSame", "{\"q\":\"fired\",\"q\":\"fired\"}");
    TEXTS.put("twiceNullFirst", "{\"q\":null,\"q\":\"fired\"}");
    TEXTS.put("twiceNested", "{\"v\":{\"to\":\"bob\",\"to\":\"mallory\"}}");
    TEXTS.put("twiceInAnArray", "{\"v\":{\"to\":[{\"a\":1,\"a\":2}]}}");
    TEXTS.put("alike", "{\"v\":{\"a\":1,\"A\":2,\"caf\\u00e9\":3,\"cafe\\u0301\":4}}");
    // F16
    TEXTS.put("loneSurrogate", "{\"q\":\"\\uD800\"}");
    TEXTS.put("pair", "{\"q\":\"\\ud83d\\ude00\"}");
    // B55
    TEXTS.put("command", "{\"words\":[\"cp\",\"--\",\"secret\",\"copy\"]}");
  }

  static final class Tools {
    @Tool
    String primitive(@P(name = "n", value = "n") int n) {
      return ran("primitive " + n);
    }

    @Tool
    String boxed(@P(name = "n", value = "n") Integer n) {
      return ran("boxed " + n);
    }

    @Tool
    String nothing() {
      return ran("nothing");
    }

    @Tool
    String query(@P(name = "q", value = "q") String q) {
      return ran("query " + q);
    }

    @Tool
    String real(@P(name = "v", value = "v") double v) {
      return ran("real " + v);
    }

    @Tool
    String narrow(@P(name = "v", value = "v") float v) {
      return ran("narrow " + v);
    }

    @Tool
    String whole(@P(name = "v", value = "v") long v) {
      return ran("whole " + v);
    }

    @Tool
    String decimal(@P(name = "v", value = "v") BigDecimal v) {
      return ran("decimal " + v);
    }

    @Tool
    String object(@P(name = "v", value = "v") Map<String, Object> v) {
      return ran("object " + v);
    }

    @Tool
    String obey(@P(name = "words", value = "words") List<String> words) throws Exception {
      return ran("obey " + RepoTools.run(words.toArray(new String[0])));
    }

    private static String ran(String what) {
      System.out.println("ran " + what);
      return what;
    }
  }

  /** {@code TOOL/TEXT}: the model asks for that tool with that text. */
  static void ask(String[] what) {
    String[] parts = what[0].split("/");
    if (!TEXTS.containsKey(parts[1])) {
      throw new IllegalArgumentException(parts[1]);
    }
    Conversation.asking(parts[0], TEXTS.get(parts[1])).with(new Tools());
  }

  /** What a provider says of a call's id: nothing, an empty one, the same as of another. */
  static void idsOf(String[] kind) {
    String id = kind[0].equals("null") ? null : kind[0].equals("empty") ? "" : "call-1";
    Conversation.asking("whole", "{\"v\":1}")
        .and("whole", "{\"v\":2}")
        .then("whole", "{\"v\":1}")
        .under(id)
        .with(new Tools());
  }

  /** The id of a call that was approved does not help the next one. */
  static void theIdOfAnotherCall() {
    Conversation.asking("whole", "{\"v\":1}")
        .and("obey", TEXTS.get("command"))
        .underOneId()
        .with(new Tools());
  }

  private PresentedActs() {}
}
