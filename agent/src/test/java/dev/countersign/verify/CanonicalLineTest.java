package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Sha256;
import dev.countersign.ledger.EntryHash;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A line counts as canonical only if it is, and then its hash is that of the entry. */
class CanonicalLineTest {

  private static final String PREVIOUS = "7".repeat(64);

  /** Objects of all kinds of members, drawn from this seed: the same ones each time. */
  private final Random random = new Random(20261130);

  private static final String[] NAMES = {
    "hash", "a", "hashes", "has", "seq", "z", "\u00e9", "h\"", "A"
  };
  private static final String CHARACTERS = "az\"\\\n\u0001\u00e9\u2028/ ";

  private Map<String, Object> object(int depth) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      object.put(NAMES[random.nextInt(NAMES.length)], value(depth - 1));
    }
    return object;
  }

  private Object value(int depth) {
    switch (random.nextInt(depth > 0 ? 8 : 5)) {
      case 0:
        return random.nextBoolean();
      case 1:
        return null;
      case 2:
        return random.nextLong() >> 11 + random.nextInt(50);
      case 5:
        return object(depth);
      case 6, 7:
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
          list.add(value(depth - 1));
        }
        return list;
      default:
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(6); i > 0; i--) {
          text.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
        }
        return text.toString();
    }
  }

  @Test
  void ofACanonicalEntryTheHashIsThatOfTheEntry() {
    int told = 0;
    for (int i = 0; i < 20_000; i++) {
      Map<String, Object> entry = object(3);
      CanonicalLine canonical = CanonicalLine.of(Canonical.jcs(entry));
      if (canonical != null) {
        told++;
        byte[] hash = new byte[32];
        canonical.hash(PREVIOUS.getBytes(StandardCharsets.US_ASCII), Sha256.own(), hash);
        assertThat(Hex.of(hash)).isEqualTo(EntryHash.of(PREVIOUS, entry));
      }
    }
    assertThat(told).isGreaterThan(5_000);
  }

  /** One byte is changed: what is JSON still is canonical again, or is not taken for it. */
  @Test
  void whatIsTakenForCanonicalIsCanonical() {
    int taken = 0;
    int notTaken = 0;
    for (int i = 0; i < 40_000; i++) {
      byte[] line = Canonical.jcs(object(3));
      line[random.nextInt(line.length)] =
          (byte) (random.nextBoolean() ? random.nextInt() : '0' + random.nextInt(60));
      Object value;
      try {
        value = Json.parse(line);
      } catch (NotCanonicalException noJson) {
        continue; // only lines that are strict JSON are asked
      }
      if (CanonicalLine.of(line) != null) {
        taken++;
        assertThat(Canonical.jcs(value)).isEqualTo(line);
      } else {
        notTaken++;
      }
    }
    assertThat(taken).isGreaterThan(500);
    assertThat(notTaken).isGreaterThan(500);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\": 1}",
        "{\"b\":1,\"a\":1}",
        "{\"a\":1}\n",
        " {\"a\":1}",
        "{\"a\":1.0}",
        "{\"a\":1e2}",
        "{\"a\":-0}",
        "{\"a\":10000000000000000}",
        "{\"a\":\"\\u0061\"}",
        "{\"a\":\"\\/\"}",
        "{\"a\":\"\\u001F\"}",
        "{\"\\u0061\":1}",
        "{\"ab\":1,\"a\":2}",
        "[1]"
      })
  void whatIsNotOrCannotBeToldIsNotTakenForIt(String text) {
    assertThat(CanonicalLine.of(text.getBytes(StandardCharsets.UTF_8))).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"hash\":\"x\"}",
        "{\"hash\":\"x\",\"z\":0}",
        "{\"a\":-12,\"hash\":\"x\"}",
        "{\"a\":{\"hash\":[true,false,null,\"\u00e9\\n\"]},\"hash\":{\"hash\":1},\"z\":[]}"
      })
  void whatIsCanonicalIsHashedWithoutItsHash(String text) {
    byte[] line = text.getBytes(StandardCharsets.UTF_8);
    byte[] hash = new byte[32];
    CanonicalLine.of(line).hash(PREVIOUS.getBytes(StandardCharsets.US_ASCII), Sha256.own(), hash);
    assertThat(Hex.of(hash)).isEqualTo(EntryHash.of(PREVIOUS, Entry.object(Json.parse(line))));
  }

  @ParameterizedTest
  @ValueSource(ints = {59, 61, 5000})
  void deepNestingIsLeftToTheChecksThatHaveACodeForIt(int depth) {
    byte[] line =
        ("{\"a\":" + "[".repeat(depth - 1) + "]".repeat(depth - 1) + "}")
            .getBytes(StandardCharsets.US_ASCII);
    assertThat(CanonicalLine.of(line) != null).isEqualTo(depth <= 60);
    assertThat(List.of(59, 61, 5000)).contains(depth);
    assertThat(CanonicalLine.of(Arrays.copyOf(line, line.length - 1))).isNull();
  }
}
