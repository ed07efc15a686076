package dev.countersign.canonical;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.bouncycastle.crypto.digests.Blake3Digest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The official vectors (vectors/README.md), any split, and Bouncy Castle; cold and warm. */
class Blake3Test {

  private static final int[] SPLITS = {1, 63, 64, 65, 1023, 1024, 1025, 2048, 2049, 5000};

  /** An official input length and the first 32 bytes of its digest. */
  record Vector(int length, String digest) {

    byte[] input() {
      byte[] input = new byte[length];
      for (int i = 0; i < length; i++) {
        input[i] = (byte) (i % 251);
      }
      return input;
    }
  }

  static List<Vector> vectors() {
    List<Vector> vectors = new ArrayList<>();
    Object file = Json.parse(Resource.bytes("/vectors/blake3/test_vectors.json"));
    for (Map<String, Object> row : Resource.rows(Resource.object(file).get("cases"))) {
      int length = Math.toIntExact((Long) row.get("input_len"));
      vectors.add(new Vector(length, ((String) row.get("hash")).substring(0, 64)));
    }
    return vectors;
  }

  @Test
  void everyOfficialVectorIsRead() {
    assertThat(vectors()).hasSize(35);
    assertThat(vectors().get(34).length()).isEqualTo(102_400);
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void digestIsTheOfficialOne(Vector vector) {
    assertThat(Blake3.hex(vector.input())).isEqualTo(vector.digest());
  }

  @ParameterizedTest
  @MethodSource("vectors")
  void digestDoesNotDependOnHowTheInputIsSplit(Vector vector) {
    byte[] input = vector.input();
    for (int split : SPLITS) {
      assertThat(Blake3.hex(pieces(input, split))).isEqualTo(vector.digest());
      if (split < input.length) {
        byte[] head = Arrays.copyOf(input, split);
        byte[] tail = Arrays.copyOfRange(input, split, input.length);
        assertThat(Blake3.hex(head, new byte[0], tail)).isEqualTo(vector.digest());
      }
    }
  }

  /** Within a block, at its end, in another chunk, in another subtree. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 63, 64, 65, 1023, 1024, 1025, 2048, 5000})
  void aCopyGoesOnAlone(int begun) {
    byte[] input = new byte[8192];
    new Random(begun).nextBytes(input);
    Blake3 common = new Blake3();
    common.update(input, 0, begun);

    for (int length : new int[] {begun, begun + 1, begun + 64, 8192}) {
      Blake3 copy = common.copy();
      copy.update(input, begun, length - begun);
      assertThat(copy.finish()).isEqualTo(Blake3.hash(Arrays.copyOf(input, length)));
    }
  }

  @Test
  void aMillionWarmDigestsAreThoseOfBouncyCastle() {
    byte[] input = new byte[157];
    byte[] expected = new byte[32];
    Blake3Digest other = new Blake3Digest(32);
    int wrong = 0;
    for (int i = 0; i < 1_000_000; i++) {
      input[i % 157] += (byte) i;
      other.update(input, 0, input.length);
      other.doFinal(expected, 0);
      if (!Arrays.equals(Blake3.hash(input), expected)) {
        wrong++;
      }
    }
    assertThat(wrong).isZero();
    for (Vector vector : vectors()) {
      assertThat(Blake3.hex(vector.input())).isEqualTo(vector.digest());
    }
  }

  @Test
  void digestsOfRandomLengthsAndSplitsAreThoseOfBouncyCastle() {
    Random random = new Random(20_261_129);
    Blake3Digest other = new Blake3Digest(32);
    byte[] expected = new byte[32];
    for (int i = 0; i < 20_000; i++) {
      byte[] input = new byte[random.nextInt(i % 100 == 0 ? 40_000 : 3_000)];
      random.nextBytes(input);
      other.update(input, 0, input.length);
      other.doFinal(expected, 0);
      assertThat(Arrays.equals(Blake3.hash(input), expected)).isTrue();
      byte[][] pieces = pieces(input, 1 + random.nextInt(1500));
      assertThat(Arrays.equals(Blake3.hash(pieces), expected)).isTrue();
    }
  }

  private static byte[][] pieces(byte[] input, int length) {
    byte[][] pieces = new byte[(input.length + length - 1) / length][];
    for (int i = 0; i < pieces.length; i++) {
      int from = i * length;
      pieces[i] = Arrays.copyOfRange(input, from, Math.min(input.length, from + length));
    }
    return pieces;
  }
}
