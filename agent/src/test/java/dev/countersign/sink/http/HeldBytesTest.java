package dev.countersign.sink.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.NotCanonicalException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
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
            for (int i = 0; i < length; i++) {
              steps.add("each " + (char) all[offset + i]);
            }
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
    HeldBytes held = new HeldBytes(Room.inMemory(100), expected);
    held.write(bytes("-ab-"), 1, 2);
    held.write('c');
    held.write('d');
    held.flush();
    held.flush();
    held.write('e');
    held.begin(4);
    held.write(bytes("fg"), 0, 2);
    held.write(bytes("hi"), 0, 2, false);
    held.write(bytes(""), 0, 0);
    held.close();

    assertThat(held.length()).isEqualTo(9);
    assertThat(held.digest()).isEqualTo(Blake3.hex(bytes("abcdefghi")));
    assertThat(held.joined()).isEqualTo(bytes("abcdefghi"));
    assertThat(steps(held))
        .containsExactly("ab", "each c", "each d", "flush", "flush", "each e", "fghi");
  }

  /** At once or in part, of a length that was said or not: whoever wrote goes on with its array. */
  @ParameterizedTest
  @ValueSource(longs = {-1, 0, 2000, 2001, 4000})
  void areNotThoseOfWhoWroteThem(long expected) throws IOException {
    byte[] own = bytes("-" + "a".repeat(2000) + "-");
    HeldBytes held = new HeldBytes(Room.inMemory(4000), expected);
    held.write(own, 1, 2000);
    Arrays.fill(own, (byte) 'b');
    held.write(own, 0, 1);
    held.close();

    assertThat(held.digest()).isEqualTo(Blake3.hex(bytes("a".repeat(2000) + "b")));
    assertThat(steps(held)).containsExactly("a".repeat(2000), "b");
  }

  /** An array of that length there is in no JVM, however much memory it has. */
  @Test
  void oneForWhichTheJvmHasNoMemoryIsNotHeldAndNoErrorReachesWhoWritesIt() {
    Room room = new Room(Integer.MAX_VALUE, null, new HeldMemory(Long.MAX_VALUE));
    HeldBytes announced = new HeldBytes(room, Integer.MAX_VALUE);
    assertThatThrownBy(() -> announced.write(bytes("a"), 0, 1)).isInstanceOf(IOException.class);
    assertThat(announced.close().why()).contains("no memory");

    HeldBytes begun = new HeldBytes(room, -1);
    begun.begin(Integer.MAX_VALUE);
    assertThatThrownBy(() -> begun.write(bytes("a"), 0, 1)).isInstanceOf(IOException.class);
    assertThat(begun.isOver()).isTrue();
  }

  @Test
  void areNotHeldBeyondTheirBoundAndNothingOfThemIsLeft() throws IOException {
    HeldBytes held = new HeldBytes(Room.inMemory(4), -1);
    held.write(bytes("abcd"), 0, 4);
    assertThat(held.isOver()).isFalse();

    assertThatThrownBy(() -> held.write('e')).hasMessageContaining("send.max_body = 4");
    assertThatThrownBy(() -> held.write(bytes("f"), 0, 1)).isInstanceOf(IOException.class);

    assertThat(held.close().isOver()).isTrue();
    assertThat(held.why()).contains("send.max_body");
    assertThat(held.length()).isZero();
  }

  /** Who wrote may have kept what it wrote into. */
  @Test
  void takeNothingMoreWhenTheyAreClosed() throws IOException {
    HeldBytes held = new HeldBytes(Room.inMemory(100), 4);
    HoldingStream kept = new HoldingStream(held);
    kept.write(bytes("good"));
    String judged = held.close().digest();

    assertThatThrownBy(() -> kept.write(bytes("EVIL"))).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> kept.write('!')).isInstanceOf(IOException.class);
    kept.flush();

    assertThat(held.digest()).isEqualTo(judged);
    assertThat(held.length()).isEqualTo(4);
    assertThat(steps(held)).containsExactly("good");
  }

  /** What frames them on the wire is given on with them, and is no part of them. */
  @Test
  void areComparedWithoutWhatFramesThem() throws IOException {
    HeldBytes held = new HeldBytes(Room.inMemory(4), -1);
    held.frame(bytes("2\r\n"), 0, 3);
    held.write(bytes("ab"), 0, 2);
    held.frame(bytes("\r\n2\r\n"), 0, 5);
    held.write(bytes("cd"), 0, 2);
    held.close();

    assertThat(held.length()).isEqualTo(4);
    assertThat(held.digest()).isEqualTo(Blake3.hex(bytes("abcd")));
    assertThat(held.joined()).isEqualTo(bytes("abcd"));
    assertThat(String.join("", steps(held))).isEqualTo("2\r\nab\r\n2\r\ncd");
  }

  /** As the client leaves out what comes behind the length that was said. */
  @Test
  void countUpToTheirLimit() throws IOException {
    HeldBytes held = new HeldBytes(Room.inMemory(100), 9, 3);
    held.write(bytes("ab"), 0, 2);
    held.write(bytes("cd"), 0, 2);
    held.write('e');
    held.close();

    assertThat(held.digest()).isEqualTo(Blake3.hex(bytes("abc")));
    assertThat(steps(held)).containsExactly("ab", "c");
  }

  @Test
  void areNotHeldWhereOthersHaveTheMemory() throws IOException {
    HeldMemory memory = new HeldMemory(100_000);
    Room room = new Room(80_000, null, memory);
    HeldBytes one = new HeldBytes(room, 60_000);
    one.write(new byte[60_000], 0, 60_000);
    HeldBytes other = new HeldBytes(room, -1);

    assertThatThrownBy(() -> other.write(new byte[60_000], 0, 60_000))
        .hasMessageContaining("quarter of the heap");
    assertThat(other.why()).isEqualTo(HeldMemory.FULL);

    one.release();
    HeldBytes third = new HeldBytes(room, -1);
    third.write(new byte[60_000], 0, 60_000);
    assertThat(third.close().isOver()).isFalse();
    assertThat(one.length()).isEqualTo(60_000);
    assertThatThrownBy(one::read).hasMessageContaining("not kept");
    assertThatThrownBy(one::digest).isInstanceOf(NotCanonicalException.class);
  }
}
