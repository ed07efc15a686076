package dev.countersign.verify;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.ParamsHash;
import dev.countersign.canonical.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code params_c14n_v1}: which parameters have a hash, and which one. The expected ones are put
 * together here from SHA-256 and a canonical text that is written out by hand.
 */
final class ParamsVectors {

  static final String SALT = "00112233445566778899aabbccddeeff";

  private final List<Map<String, Object>> all = new ArrayList<>();

  static List<Map<String, Object>> all() {
    ParamsVectors vectors = new ParamsVectors();
    vectors.build();
    return vectors.all;
  }

  private void build() {
    hash("empty_object", "{}", "{}");
    hash(
        "members_are_sorted",
        "{\"b\":1,\"a\":[true,null,\"x\"]}",
        "{\"a\":[true,null,\"x\"],\"b\":1}");
    hash("any_value_at_the_top", "[1]", "[1]");
    hash("null_at_the_top", "null", "null");
    hash("largest_safe_integer", "{\"n\":9007199254740991}", "{\"n\":9007199254740991}");
    hash("smallest_safe_integer", "{\"n\":-9007199254740991}", "{\"n\":-9007199254740991}");
    hash("largest_safe_as_a_fraction", "{\"n\":9007199254740991.0}", "{\"n\":9007199254740991}");
    hash("integral_float", "{\"n\":9e15}", "{\"n\":9000000000000000}");
    hash("one_point_zero", "{\"n\":1.0}", "{\"n\":1}");
    hash("fraction", "{\"n\":0.1}", "{\"n\":0.1}");
    hash("small_exponent", "{\"n\":1e-7}", "{\"n\":1e-7}");
    hash("zero", "{\"n\":0}", "{\"n\":0}");
    hash("negative_zero", "{\"n\":-0}", "{\"n\":0}");
    hash("negative_zero_point_zero", "{\"n\":-0.0}", "{\"n\":0}");
    hash("surrogate_pair", "{\"s\":\"\\ud83d\\ude00\"}", "{\"s\":\"\ud83d\ude00\"}");
    unsupported("one_past_the_largest", "{\"n\":9007199254740992}");
    unsupported("one_past_the_smallest", "{\"n\":-9007199254740992}");
    unsupported("one_past_as_a_fraction", "{\"n\":9007199254740992.0}");
    unsupported("integral_float_beyond", "{\"n\":1e16}");
    unsupported("whose_binary64_is_integral_and_beyond", "{\"n\":9007199254740991.6}");
    unsupported("deep_inside", "{\"a\":[[{\"n\":9007199254740993}]]}");
    unsupported("beyond_binary64", "{\"n\":1e400}");
    unsupported("lone_surrogate_in_a_value", "{\"s\":\"\\ud83d\"}");
    unsupported("lone_surrogate_in_a_name", "{\"\\ude00\":1}");
    unsupported("duplicate_key", "{\"a\":1,\"a\":1}");
    for (String host :
        List.of("NaN", "Infinity", "-Infinity", "lone surrogate", "object that is no JSON value")) {
      Map<String, Object> vector = vector("host_value_" + host.replace(' ', '_'));
      vector.put("host_value", host);
      vector.put("expect", "unsupported");
      all.add(vector);
    }
    for (String salt : List.of("", SALT.substring(2), SALT + "00")) {
      Map<String, Object> vector = vector("salt_of_" + salt.length() / 2 + "_bytes");
      vector.put("params_salt", salt);
      vector.put("params_text", "{}");
      vector.put("expect", "error");
      all.add(vector);
    }
  }

  private void hash(String name, String text, String canonical) {
    Map<String, Object> vector = vector(name);
    vector.put("params_text", text);
    vector.put("expect", "hash");
    vector.put("hash", Sha256.hex(Hex.parse(SALT), canonical.getBytes(StandardCharsets.UTF_8)));
    // What comes out when the salt's hexadecimal text is hashed in the place of its bytes.
    vector.put(
        "wrong_hash_of_the_hex_text",
        Sha256.hex(
            SALT.getBytes(StandardCharsets.US_ASCII), canonical.getBytes(StandardCharsets.UTF_8)));
    all.add(vector);
  }

  private void unsupported(String name, String text) {
    Map<String, Object> vector = vector(name);
    vector.put("params_text", text);
    vector.put("expect", "unsupported");
    all.add(vector);
  }

  private static Map<String, Object> vector(String name) {
    Map<String, Object> vector = new LinkedHashMap<>();
    vector.put("name", name);
    vector.put("params_salt", SALT);
    return vector;
  }

  /** What our implementation says: {@code unsupported}, {@code error} or the hash. */
  static String answer(Map<String, Object> vector) {
    byte[] salt = Hex.parse((String) vector.get("params_salt"));
    try {
      Object params =
          vector.containsKey("host_value")
              ? host((String) vector.get("host_value"))
              : Json.parse((String) vector.get("params_text"));
      return ParamsHash.of(salt, params).orElse("unsupported");
    } catch (IllegalArgumentException wrongSalt) {
      return "error";
    } catch (dev.countersign.canonical.NotCanonicalException noText) {
      return "unsupported";
    }
  }

  private static Object host(String value) {
    return switch (value) {
      case "NaN" -> Map.of("n", Double.NaN);
      case "Infinity" -> Map.of("n", Double.POSITIVE_INFINITY);
      case "-Infinity" -> Map.of("n", Double.NEGATIVE_INFINITY);
      case "lone surrogate" -> Map.of("s", "\ud800");
      default -> Map.of("o", new Object());
    };
  }

  static void write(StringBuilder out) {
    String separator = "[\n";
    for (Map<String, Object> vector : all()) {
      out.append(separator).append(new String(Canonical.jcs(vector), StandardCharsets.UTF_8));
      separator = ",\n";
    }
    out.append(']');
  }
}
