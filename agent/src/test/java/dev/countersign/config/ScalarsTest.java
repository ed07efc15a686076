package dev.countersign.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.CoreScalarResolver;

class ScalarsTest {

  private static final CoreScalarResolver ORACLE = new CoreScalarResolver(false);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "off",
        "on",
        "yes",
        "no",
        "y",
        "1:30",
        "2026-11-29",
        "0b1",
        "1_000",
        "1.2.3",
        "-",
        "+",
        ".",
        "1e",
        "0xg",
        "nul",
        "truE",
        "=",
        "<<"
      })
  void staysText(String text) {
    assertThat(Scalars.plain(text)).isEqualTo(text);
  }

  @Test
  void numbersAreExact() {
    assertThat(Scalars.plain("010")).isEqualTo(10L);
    assertThat(Scalars.plain("+7")).isEqualTo(7L);
    assertThat(Scalars.plain("-0")).isEqualTo(0L);
    assertThat(Scalars.plain("0x1F")).isEqualTo(31L);
    assertThat(Scalars.plain("0o17")).isEqualTo(15L);
    assertThat(Scalars.plain("9007199254740993")).isEqualTo(9007199254740993L);
    assertThat(Scalars.plain("18446744073709551616"))
        .isEqualTo(new BigInteger("18446744073709551616"));
    assertThat(Scalars.plain("1.50")).isEqualTo(new BigDecimal("1.50"));
    assertThat(Scalars.plain(".5e+3")).isEqualTo(new BigDecimal(".5e+3"));
    assertThat(Scalars.plain("5.")).isEqualTo(new BigDecimal("5."));
  }

  /**
   * The library's own resolver of the core schema is a second opinion on which kind a scalar is.
   */
  @Property(tries = 5_000)
  void agreesWithTheLibraryOnTheKind(
      @ForAll
          @StringLength(max = 8)
          @Chars({
            '0', '1', '9', '.', '-', '+', 'e', 'E', 'x', 'o', 'a', 'f', 'n', 'i', 'N', '~', 't',
            'r', 'u'
          })
          @CharRange(from = '0', to = '9')
          String text) {
    Tag expected = ORACLE.resolve(text, true);
    Object value;
    try {
      value = Scalars.plain(text);
    } catch (NumberFormatException e) {
      assertThat(expected).isEqualTo(Tag.FLOAT);
      return;
    }
    Tag actual =
        value == null
            ? Tag.NULL
            : value instanceof Boolean
                ? Tag.BOOL
                : value instanceof BigDecimal
                    ? Tag.FLOAT
                    : value instanceof String ? Tag.STR : Tag.INT;
    assertThat(actual).as(text).isEqualTo(expected);
  }
}
