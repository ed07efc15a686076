package dev.countersign.sink.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeldBytesTest {

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static List<String> steps(HeldBytes held) throws IOException {
    List<String> steps = new ArrayList<>();
    held.giveTo(
        new HeldBytes.Taker() {
          @Override
          public void write(byte[] all, int offset, int length) {
            steps.add(new String(all, offset, length, StandardCharsets.US_ASCII));
          }

          @Override
          public void writeEach(byte[] all, int offset, int length) {
            steps.add("each " + new String(all, offset, length, StandardCharsets.US_ASCII));
          }

          @Override
          public void flush() {
            steps.add("flush");
          }
        });
    return steps;
  }

  /** Whatever length was said before. */
  @ParameterizedTest
  @ValueSource(longs = {-1, 0, 3, 9, 1000, Long.MAX_VALUE})
  void areGivenInTheStepsInWhichTheyWereWritten(long expected) throws IOException {
    HeldBytes held = new HeldBytes(100, expected);
    held.write(bytes("-ab-"), 1, 2);
    held.write('c');
    held.write('d');
    held.flush();
    held.flush();
    held.write('e');
    held.write(bytes("fg"), 0, 2);
    held.write(bytes("hi"), 0, 2, false);
    held.write(bytes(""), 0, 0);
    held.close();

    assertThat(held.bytes()).isEqualTo(bytes("abcdefghi"));
    assertThat(steps(held)).containsExactly("ab", "each cd", "flush", "flush", "each e", "fghi");
  }

  @Test
  void areNotHeldBeyondTheirBoundAndNothingOfThemIsLeft() throws IOException {
    HeldBytes held = new HeldBytes(4, -1);
    held.write(bytes("abcd"), 0, 4);
    assertThat(held.isOver()).isFalse();

    assertThatThrownBy(() -> held.write('e')).hasMessageContaining("send.max_body = 4");
    assertThatThrownBy(() -> held.write(bytes("f"), 0, 1)).isInstanceOf(IOException.class);

    assertThat(held.close().isOver()).isTrue();
    assertThat(held.bytes()).isEmpty();
  }

  /** Who wrote may have kept what it wrote into. */
  @Test
  void takeNothingMoreWhenTheyAreClosed() throws IOException {
    HeldBytes held = new HeldBytes(100, 4);
    HoldingStream kept = new HoldingStream(held);
    kept.write(bytes("good"));
    byte[] judged = held.close().bytes();

    assertThatThrownBy(() -> kept.write(bytes("EVIL"))).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> kept.write('!')).isInstanceOf(IOException.class);
    kept.flush();

    assertThat(held.bytes()).isSameAs(judged);
    assertThat(steps(held)).containsExactly("good");
  }
}
