package dev.countersign.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.NotCanonicalException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies in content codings: what is compared is all of what is sent. */
class CodedBodyTest {

  private static final String JSON = "{\"amount\":5}";

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 9, 18, 19, 600, 5000})
  void nothingMayStandBehindACodedBody(int more) {
    for (String coding : List.of("gzip", "deflate")) {
      byte[] coded = coded(coding, JSON);
      byte[] sent = Arrays.copyOf(coded, coded.length + more);
      Arrays.fill(sent, coded.length, sent.length, (byte) 'x');
      SendBody body = SendBody.of(List.of(sent), List.of(coding), 1000);
      if (more == 0) {
        assertThat(body.json()).isEqualTo(Map.of("amount", 5L));
      } else {
        assertThatThrownBy(body::json).as(coding).isInstanceOf(NotCanonicalException.class);
      }
    }
  }

  @Test
  void membersOfGzipOneAfterTheOtherAreOneBody() {
    byte[] one = coded("gzip", "{\"amount\"");
    byte[] other = coded("gzip", ":5}");
    SendBody body = SendBody.of(List.of(one, other), List.of("gzip"), 1000);
    assertThat(body.json()).isEqualTo(Map.of("amount", 5L));
  }

  @Test
  void codingsAreUndoneInTheirOrder() {
    byte[] inner = coded("deflate", JSON);
    ByteArrayOutputStream outer = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(outer)) {
      out.write(inner);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    SendBody body = SendBody.of(List.of(outer.toByteArray()), List.of("deflate, gzip"), 1000);
    assertThat(body.json()).isEqualTo(Map.of("amount", 5L));
  }

  private static byte[] coded(String coding, String text) {
    ByteArrayOutputStream coded = new ByteArrayOutputStream();
    try (OutputStream out =
        coding.equals("gzip") ? new GZIPOutputStream(coded) : new DeflaterOutputStream(coded)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return coded.toByteArray();
  }
}
