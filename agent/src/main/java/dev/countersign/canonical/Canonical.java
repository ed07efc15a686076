package dev.countersign.canonical;

import java.util.Arrays;

/**
 * Canonical bytes of a JSON value: RFC 8785 in UTF-8, with ({@link #rho}) or without ({@link #jcs})
 * the exactness fold of spec 1.2.
 *
 * <p>RFC 8785 alone prints every number as a binary64, so that 9007199254740992 and
 * 9007199254740993 share a text. The fold writes a number whose text would not be exact as the
 * string U+F8FF {@code num:} and its plain decimal text, and doubles the U+F8FF of a string that
 * begins with one. Names of objects are left alone: no number stands in their place.
 *
 * <p>A JSON value is {@code null}, {@code Boolean}, {@code String}, {@code Integer}, {@code Long},
 * {@code BigInteger}, {@code BigDecimal}, a {@code List} of JSON values or a {@code Map} of JSON
 * values by {@code String}. Anything else has no canonical form, {@code Double} included: see
 * {@link ShortestDecimal}.
 */
public final class Canonical {

  /** Bound on the plain decimal text of a number, sign and point included (spec 1.2). */
  public static final int MAX_NUMBER_LENGTH = 1100;

  /**
   * The canonical bytes of spec 1.2. Two JSON values share them exactly when they are equal, with
   * numbers compared by {@code compareTo}.
   *
   * @throws NotCanonicalException if the value has no canonical form; the message names the place
   *     as a JSON pointer and the reason or the Java type, never a value
   */
  public static byte[] rho(Object json) {
    return CanonicalWriter.write(json, NumberForm.EXACT, Json.MAX_DEPTH);
  }

  /**
   * Plain RFC 8785: every number is the nearest binary64, as ECMAScript writes it.
   *
   * @throws NotCanonicalException as {@link #rho}, and for a number beyond binary64's range
   */
  public static byte[] jcs(Object json) {
    return CanonicalWriter.write(json, NumberForm.BINARY64, Json.MAX_DEPTH);
  }

  /**
   * {@link #jcs}, for readers that take less than we do.
   *
   * @param mostNesting how deep arrays and objects may nest, at most {@value Json#MAX_DEPTH}
   */
  public static byte[] jcs(Object json, int mostNesting) {
    return CanonicalWriter.write(json, NumberForm.BINARY64, mostNesting);
  }

  /**
   * {@link #jcs(Object, int)} as a line of a file: with a newline behind it.
   *
   * @param mostNesting how deep arrays and objects may nest, at most {@value Json#MAX_DEPTH}
   */
  public static byte[] jcsLine(Object json, int mostNesting) {
    CanonicalWriter writer = CanonicalWriter.begin(NumberForm.BINARY64, mostNesting);
    writer.append(json);
    writer.mark('\n');
    return writer.end();
  }

  /**
   * Whether two JSON values share {@link #rho}.
   *
   * @throws NotCanonicalException if one of them has no canonical form
   */
  public static boolean same(Object one, Object other) {
    boolean plain =
        one instanceof String text
            ? PlainText.run(text) == text.length()
            : one instanceof Long || one instanceof Integer || one instanceof Boolean;
    return plain && one.equals(other) || Arrays.equals(rho(one), rho(other));
  }

  /**
   * Characters of a number's plain decimal text without trailing zeros.
   *
   * @param highest power of ten of the first significant digit
   * @param lowest power of ten of the last significant digit
   */
  static long plainLength(boolean negative, long highest, long lowest) {
    long integer = Math.max(highest, 0) + 1;
    long fraction = lowest < 0 ? 1 - lowest : 0;
    return (negative ? 1 : 0) + integer + fraction;
  }

  private Canonical() {}
}
