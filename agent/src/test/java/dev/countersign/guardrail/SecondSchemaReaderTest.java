package dev.countersign.guardrail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A predicate means what JSON Schema 2020-12 says it means: a second reader of schemas, written
 * from the text of that standard alone and without a line of ours, comes to the same end for every
 * compilation of the golden file, about requests of every kind.
 */
class SecondSchemaReaderTest {

  private static final int REQUESTS = 120;

  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private static final Object[] SCALARS = {
    "acme",
    "Acme",
    "a",
    "b",
    "x",
    "x\n",
    "5$",
    "de42",
    "60000",
    "5",
    "true",
    "; DROP TABLE x",
    "api.example.com",
    "x\nrm -rf /",
    "😀",
    "abcd",
    "",
    0L,
    1L,
    2L,
    5L,
    50000L,
    50001L,
    -2L,
    new BigDecimal("2.5"),
    new BigDecimal("0.1"),
    true,
    false,
    null
  };

  private static final String[] NAMES = {
    "amount", "to", "order", "urgent", "a", "b", "c", "x", "ids", "items", "price", "weird name"
  };

  private static final String[] URLS = {
    "https://api.example.com/v1",
    "https://api.example.com./",
    "https://a.b.example.com:8443/?x=1",
    "http://[::1]:81/",
    "http://db.internal/",
    "http://169.254.169.254/latest",
    "http://x.test/?a.test"
  };

  private static final String[] PROGRAMS = {
    "git", "/usr/bin/git", "legit", "/opt/python3.12", "/usr/bin/git/x", "ls", "--upload-pack"
  };

  private final Random random = new Random(20261130);

  @Test
  void aboutEveryGoldenCompilation() throws Exception {
    List<Map<String, Object>> requests = new ArrayList<>();
    List<JsonNode> nodes = new ArrayList<>();
    for (int i = 0; i < REQUESTS; i++) {
      requests.add(request(i));
      nodes.add(MAPPER.readTree(Canonical.jcs(requests.get(i))));
    }
    int matched = 0;
    for (String line : golden()) {
      Map<?, ?> golden = (Map<?, ?>) Json.parse(line);
      Map<String, Object> compiled =
          GuardrailCompiler.compile(
                  (String) golden.get("sentence"), Verdict.of((String) golden.get("verdict")))
              .predicate();
      Predicate ours = Predicate.of(compiled);
      JsonNode theirs = MAPPER.readTree(Canonical.jcs(compiled));
      for (int i = 0; i < REQUESTS; i++) {
        boolean matches = ours.matches(requests.get(i));
        matched += matches ? 1 : 0;
        assertThat(matches)
            .as("%s %s about %s", golden.get("verdict"), golden.get("sentence"), nodes.get(i))
            .isEqualTo(isValid(theirs, nodes.get(i)));
      }
    }
    // Neither all nor none: the requests are of a kind that the sentences tell apart.
    assertThat(matched).isBetween(1_000, 192 * REQUESTS - 1_000);
  }

  private static List<String> golden() throws Exception {
    byte[] file = GoldenCompilationsTest.file(GuardrailCompiler.VERSION);
    return new String(file, StandardCharsets.UTF_8).lines().toList();
  }

  private Map<String, Object> request(int i) {
    Map<String, Object> request = new LinkedHashMap<>();
    Map<String, Object> intent = new LinkedHashMap<>();
    String verb = new String[] {"invoke", "invoke", "exec", "send"}[i % 4];
    request.put("verb", verb);
    switch (verb) {
      case "exec":
        intent.put("argv", List.of(one(PROGRAMS), one(PROGRAMS), "-v"));
        intent.put("dir", random.nextBoolean() ? null : "/tmp");
        intent.put(
            "env",
            Map.of(
                "set",
                random.nextBoolean() ? Map.of("LD_PRELOAD", "x") : Map.of(),
                "unset",
                List.of("PATH")));
        break;
      case "send":
        intent.put("method", random.nextBoolean() ? "GET" : "POST");
        intent.put("url", one(URLS));
        intent.put("headers", Map.of("x-tenant", List.of("a", "b").subList(0, random.nextInt(3))));
        intent.put("body", random.nextBoolean() ? null : Map.of("form", "raw", "length", 11L));
        break;
      default:
        intent.put("tool", random.nextInt(4) == 0 ? "payout" : "refund");
        intent.put("method", "a.B#c()");
        intent.put("arguments", object(0));
        break;
    }
    request.put("intent", intent);
    Map<String, Object> actor = new LinkedHashMap<>();
    if (random.nextBoolean()) {
      actor.put("clearance", "internal");
      actor.put("scopes", List.of("pay", "read:x").subList(0, random.nextInt(3)));
    }
    request.put("actor", actor);
    return request;
  }

  private Map<String, Object> object(int depth) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (String name : NAMES) {
      if (random.nextInt(3) > 0) {
        object.put(name, value(depth + 1));
      }
    }
    return object;
  }

  private Object value(int depth) {
    int kind = depth > 3 ? 0 : random.nextInt(10);
    if (kind < 7) {
      return SCALARS[random.nextInt(SCALARS.length)];
    }
    if (kind < 9) {
      List<Object> list = new ArrayList<>();
      for (int i = random.nextInt(3); i > 0; i--) {
        list.add(value(depth + 1));
      }
      return list;
    }
    return object(depth);
  }

  private String one(String[] of) {
    return of[random.nextInt(of.length)];
  }

  /** JSON Schema 2020-12, core and validation, keyword by keyword. */
  private static boolean isValid(JsonNode schema, JsonNode value) {
    if (schema.isBoolean()) {
      return schema.booleanValue();
    }
    for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
      if (!holds(keyword.getKey(), keyword.getValue(), value)) {
        return false;
      }
    }
    return true;
  }

  private static boolean holds(String keyword, JsonNode says, JsonNode value) {
    switch (keyword) {
      case "$schema":
        return true;
      case "type":
        return says.isArray()
            ? values(says).stream().anyMatch(type -> type.stringValue().equals(typeOf(value)))
            : says.stringValue().equals(typeOf(value));
      case "const":
        return isEqual(says, value);
      case "enum":
        return values(says).stream().anyMatch(each -> isEqual(each, value));
      case "not":
        return !isValid(says, value);
      case "allOf":
        return values(says).stream().allMatch(each -> isValid(each, value));
      case "anyOf":
        return values(says).stream().anyMatch(each -> isValid(each, value));
      case "required":
        return !value.isObject()
            || values(says).stream().allMatch(name -> value.has(name.stringValue()));
      case "properties":
        return !value.isObject()
            || says.properties().stream()
                .allMatch(
                    each ->
                        !value.has(each.getKey())
                            || isValid(each.getValue(), value.get(each.getKey())));
      case "minimum":
        return !value.isNumber() || value.decimalValue().compareTo(says.decimalValue()) >= 0;
      case "exclusiveMinimum":
        return !value.isNumber() || value.decimalValue().compareTo(says.decimalValue()) > 0;
      case "maximum":
        return !value.isNumber() || value.decimalValue().compareTo(says.decimalValue()) <= 0;
      case "exclusiveMaximum":
        return !value.isNumber() || value.decimalValue().compareTo(says.decimalValue()) < 0;
      case "pattern":
        // ECMA-262 without m: $ is the end of the text alone.
        String expression = says.stringValue().replaceAll("(?<!\\\\)\\$", "\\\\z");
        return !value.isString() || Pattern.compile(expression).matcher(value.stringValue()).find();
      case "minLength":
        return !value.isString() || length(value) >= says.intValue();
      case "maxLength":
        return !value.isString() || length(value) <= says.intValue();
      case "minItems":
        return !value.isArray() || value.size() >= says.intValue();
      case "maxItems":
        return !value.isArray() || value.size() <= says.intValue();
      case "items":
        return !value.isArray() || values(value).stream().allMatch(each -> isValid(says, each));
      case "contains":
        return !value.isArray() || values(value).stream().anyMatch(each -> isValid(says, each));
      case "prefixItems":
        for (int i = 0; value.isArray() && i < Math.min(says.size(), value.size()); i++) {
          if (!isValid(says.get(i), value.get(i))) {
            return false;
          }
        }
        return true;
      default:
        throw new AssertionError("a keyword that this reader does not know: " + keyword);
    }
  }

  private static List<JsonNode> values(JsonNode list) {
    List<JsonNode> values = new ArrayList<>();
    list.forEach(values::add);
    return values;
  }

  private static int length(JsonNode text) {
    return text.stringValue().codePointCount(0, text.stringValue().length());
  }

  private static boolean isEqual(JsonNode left, JsonNode right) {
    return left.isNumber() && right.isNumber()
        ? left.decimalValue().compareTo(right.decimalValue()) == 0
        : left.equals(right);
  }

  private static String typeOf(JsonNode value) {
    return value.isObject()
        ? "object"
        : value.isArray()
            ? "array"
            : value.isString()
                ? "string"
                : value.isNumber() ? "number" : value.isBoolean() ? "boolean" : "null";
  }
}
