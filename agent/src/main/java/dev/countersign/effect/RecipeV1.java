package dev.countersign.effect;

import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.ShortestDecimal;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Request recipe v1: the digest that the Nika engine records for a request (spec 1.5). Offered for
 * interchange and never decisive, since it binds neither the run nor the context, and fractions
 * only as binary64.
 *
 * <pre>
 * exec   = {"v":1,"exec":{"command":{"argv":[...]}|{"shell":string},"cwd":string|null,"env":{...},"stdin":string|null}}
 * invoke = {"v":1,"invoke":{"tool":string,"args":{...}}}
 * digest = hex(BLAKE3-256(RFC 8785(request, each number n as the string U+F8FF num:n U+F8FF)))
 * </pre>
 *
 * <p>The text of n is the one that Rust's serde_json writes: integers of 64 bits in decimal,
 * everything else as binary64 with at least one digit after the point ({@code 1.0}, {@code 1e-7}).
 * The public rows hold integers only; the texts of fractions follow serde_json's documented
 * behaviour. {@code -0} cannot be told from {@code 0} here, there it can.
 */
public final class RecipeV1 {

  private static final BigInteger LEAST_INTEGER = BigInteger.valueOf(Long.MIN_VALUE);
  private static final int MOST_INTEGER_BITS = 64;

  /** Plain notation reaches from 10^-5 to below 10^16. */
  private static final int LEAST_PLAIN_POINT = -4;

  private static final int MOST_PLAIN_POINT = 16;

  /**
   * @param request a JSON value of one of the shapes above; the shape is not checked
   * @return 64 lowercase hexadecimal digits
   * @throws NotCanonicalException if the request has no canonical form, or a number in it is beyond
   *     binary64 and no 64-bit integer
   */
  public static String digest(Object request) {
    return Blake3.hex(preimage(request));
  }

  /** The bytes that {@link #digest} hashes. */
  public static byte[] preimage(Object request) {
    return Canonical.jcs(folded(request, 0));
  }

  /**
   * @param cwd the working directory, null for that of the process
   * @param env what is set beyond the inherited environment
   * @param stdin the text that the process reads, null for none
   */
  public static Map<String, Object> exec(
      List<String> argv, String cwd, Map<String, String> env, String stdin) {
    Map<String, Object> command = new LinkedHashMap<>();
    command.put("argv", argv);
    Map<String, Object> exec = new LinkedHashMap<>();
    exec.put("command", command);
    exec.put("cwd", cwd);
    exec.put("env", env);
    exec.put("stdin", stdin);
    return request("exec", exec);
  }

  /**
   * @param arguments a JSON object
   */
  public static Map<String, Object> invoke(String tool, Object arguments) {
    Map<String, Object> invoke = new LinkedHashMap<>();
    invoke.put("tool", tool);
    invoke.put("args", arguments);
    return request("invoke", invoke);
  }

  private static Map<String, Object> request(String verb, Map<String, Object> intent) {
    Map<String, Object> request = new LinkedHashMap<>();
    request.put("v", 1L);
    request.put(verb, intent);
    return request;
  }

  private static Object folded(Object value, int depth) {
    if (depth > Json.MAX_DEPTH) {
      throw new NotCanonicalException(
          "more than " + Json.MAX_DEPTH + " nested arrays and objects; does one contain itself?");
    }
    if (value instanceof Number) {
      return "\uF8FFnum:" + literal((Number) value) + "\uF8FF";
    }
    if (value instanceof List) {
      List<Object> folded = new ArrayList<>();
      for (Object element : (List<?>) value) {
        folded.add(folded(element, depth + 1));
      }
      return folded;
    }
    if (value instanceof Map) {
      Map<Object, Object> folded = new LinkedHashMap<>();
      for (Map.Entry<?, ?> member : ((Map<?, ?>) value).entrySet()) {
        folded.put(member.getKey(), folded(member.getValue(), depth + 1));
      }
      return folded;
    }
    return value;
  }

  private static String literal(Number number) {
    if (number instanceof Integer || number instanceof Long) {
      return number.toString();
    }
    if (number instanceof BigInteger) {
      BigInteger integer = (BigInteger) number;
      boolean fits =
          integer.signum() < 0
              ? integer.compareTo(LEAST_INTEGER) >= 0
              : integer.bitLength() <= MOST_INTEGER_BITS;
      return fits ? integer.toString() : binary64(integer.doubleValue());
    }
    if (number instanceof BigDecimal) {
      return binary64(number.doubleValue());
    }
    throw new NotCanonicalException(
        "a value of type " + number.getClass().getName() + " is no JSON value");
  }

  private static String binary64(double value) {
    if (Double.isInfinite(value)) {
      throw new NotCanonicalException("a number beyond the range of binary64");
    }
    BigDecimal shortest = ShortestDecimal.of(value);
    if (shortest.signum() == 0) {
      return "0.0";
    }
    String sign = shortest.signum() < 0 ? "-" : "";
    String digits = shortest.unscaledValue().abs().toString();
    // The number is 0.digits · 10^point.
    int point = digits.length() - shortest.scale();
    if (point >= LEAST_PLAIN_POINT && point <= MOST_PLAIN_POINT) {
      String plain = shortest.abs().toPlainString();
      return sign + (plain.indexOf('.') < 0 ? plain + ".0" : plain);
    }
    String significand =
        digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
    return sign + significand + "e" + (point - 1);
  }

  private RecipeV1() {}
}
