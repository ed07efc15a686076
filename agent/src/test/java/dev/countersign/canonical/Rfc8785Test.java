package dev.countersign.canonical;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The samples that RFC 8785 publishes, and the test data of its author (vectors/README.md). */
class Rfc8785Test {

  @ParameterizedTest
  @CsvSource({
    // RFC 8785, Appendix B
    "0000000000000000, 0",
    "8000000000000000, 0",
    "0000000000000001, 5e-324",
    "8000000000000001, -5e-324",
    "7fefffffffffffff, 1.7976931348623157e+308",
    "ffefffffffffffff, -1.7976931348623157e+308",
    "4340000000000000, 9007199254740992",
    "c340000000000000, -9007199254740992",
    "4430000000000000, 295147905179352830000",
    "44b52d02c7e14af5, 9.999999999999997e+22",
    "44b52d02c7e14af6, 1e+23",
    "44b52d02c7e14af7, 1.0000000000000001e+23",
    "444b1ae4d6e2ef4e, 999999999999999700000",
    "444b1ae4d6e2ef4f, 999999999999999900000",
    "444b1ae4d6e2ef50, 1e+21",
    "3eb0c6f7a0b5ed8c, 9.999999999999997e-7",
    "3eb0c6f7a0b5ed8d, 0.000001",
    "41b3de4355555553, 333333333.3333332",
    "41b3de4355555554, 333333333.33333325",
    "41b3de4355555555, 333333333.3333333",
    "41b3de4355555556, 333333333.3333334",
    "41b3de4355555557, 333333333.33333343",
    "becbf647612f3696, -0.0000033333333333333333",
    "43143ff3c1cb0959, 1424953923781206.2"
  })
  void numberSamplesOfAppendixB(String bits, String text) {
    double value = Double.longBitsToDouble(Long.parseUnsignedLong(bits, 16));
    assertThat(text(Canonical.jcs(ShortestDecimal.of(value)))).isEqualTo(text);
    assertThat(text(Canonical.rho(ShortestDecimal.of(value)))).isEqualTo(text);
    assertThat(text(Canonical.jcs(Json.parse(text)))).isEqualTo(text);
  }

  @Test
  void sampleOfSection322() {
    // RFC 8785, section 3.2.2: input, and section 3.2.4: its canonical bytes
    String input =
        "{\n"
            + "  \"numbers\": [333333333.33333329, 1E30, 4.50,\n"
            + "              2e-3, 0.000000000000000000000000001],\n"
            + "  \"string\": \"\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\\"\\/\",\n"
            + "  \"literals\": [null, true, false]\n"
            + "}";
    assertThat(text(Canonical.jcs(Json.parse(input))))
        .isEqualTo(
            "{\"literals\":[null,true,false],"
                + "\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
                + "\"string\":\"\u20ac$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
  }

  @Test
  void sortingSampleOfSection323() {
    String input =
        "{\"\\u20ac\":\"Euro Sign\",\"\\r\":\"Carriage Return\",\"\\ufb33\":\"Hebrew Letter Dalet"
            + " With Dagesh\",\"1\":\"One\",\"\\ud83d\\ude00\":\"Emoji: Grinning Face\","
            + "\"\\u0080\":\"Control\",\"\\u00f6\":\"Latin Small Letter O With Diaeresis\"}";
    Object sorted = Json.parse(Canonical.jcs(Json.parse(input)));
    assertThat(List.copyOf(Resource.object(sorted).values()))
        .isEqualTo(
            List.of(
                "Carriage Return",
                "One",
                "Control",
                "Latin Small Letter O With Diaeresis",
                "Euro Sign",
                "Emoji: Grinning Face",
                "Hebrew Letter Dalet With Dagesh"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"arrays", "french", "structures", "unicode", "values", "weird"})
  void documentsOfTheAuthor(String name) {
    byte[] input = Resource.bytes("/vectors/rfc8785/input/" + name + ".json");
    byte[] output = Resource.bytes("/vectors/rfc8785/output/" + name + ".json");
    assertThat(text(Canonical.jcs(Json.parse(input)))).isEqualTo(text(output));
  }

  /**
   * The first million lines {@code hex-bits,text\n} of the author's number file, which is not
   * shipped but generated: fixed values, 2000 values from 2^-1022 on, then the binary64 values in a
   * chain of SHA-256 blocks. The checksums are the published ones.
   */
  @Test
  void numberLinesHaveThePublishedChecksums() throws NoSuchAlgorithmException {
    MessageDigest lines = MessageDigest.getInstance("SHA-256");
    NumberSequence numbers = new NumberSequence();
    for (int line = 1; line <= 1_000_000; line++) {
      double value = numbers.next();
      lines.update(Long.toHexString(Double.doubleToRawLongBits(value)).getBytes(US_ASCII));
      lines.update((byte) ',');
      lines.update(Canonical.jcs(ShortestDecimal.of(value)));
      lines.update((byte) '\n');
      String published = checksumOfFirst(line);
      if (published != null) {
        assertThat(Hex.of(copyOf(lines).digest())).as("first %d lines", line).isEqualTo(published);
      }
    }
  }

  private static String checksumOfFirst(int lines) {
    return switch (lines) {
      case 1_000 -> "be18b62b6f69cdab33a7e0dae0d9cfa869fda80ddc712221570f9f40a5878687";
      case 10_000 -> "b9f7a8e75ef22a835685a52ccba7f7d6bdc99e34b010992cbc5864cd12be6892";
      case 100_000 -> "22776e6d4b49fa294a0d0f349268e5c28808fe7e0cb2bcbe28f63894e494d4c7";
      case 1_000_000 -> "49415fee2c56c77864931bd3624faad425c3c577d6d74e89a83bc725506dad16";
      default -> null;
    };
  }

  private static MessageDigest copyOf(MessageDigest digest) {
    try {
      return (MessageDigest) digest.clone();
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String text(byte[] utf8) {
    return new String(utf8, UTF_8);
  }

  /** The binary64 values of {@code numgen.js}. */
  private static final class NumberSequence {

    private static final int SERIAL = 2000;

    private final String[] seeds = Resource.text("/vectors/rfc8785/number_seeds.txt").split("\n");
    private byte[] block = new byte[32];
    private int used = 32;
    private int index;

    double next() {
      int at = index++;
      if (at < seeds.length) {
        return Double.longBitsToDouble(Long.parseUnsignedLong(seeds[at], 16));
      }
      if (at < seeds.length + SERIAL) {
        return Double.longBitsToDouble(0x0010_0000_0000_0000L + at - seeds.length);
      }
      for (; ; ) {
        if (used == block.length) {
          block = Sha256.hash(block);
          used = 0;
        }
        long bits = 0;
        for (int i = 7; i >= 0; i--) {
          bits = bits << 8 | block[used + i] & 0xFF;
        }
        used += 8;
        double value = Double.longBitsToDouble(bits);
        if (value != 0 && Double.isFinite(value)) {
          return value;
        }
      }
    }
  }
}
