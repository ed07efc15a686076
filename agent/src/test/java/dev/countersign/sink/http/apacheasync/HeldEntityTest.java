package dev.countersign.sink.http.apacheasync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.sink.http.Room;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldEntityTest {

  private final List<String> taken = new ArrayList<>();

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  private HeldEntity.Taker atMost(int count) {
    return from -> {
      byte[] some = new byte[Math.min(count, from.remaining())];
      from.get(some);
      taken.add(new String(some, StandardCharsets.UTF_8));
      return some.length;
    };
  }

  @Test
  void givesOnWhatWasWrittenAtOnceAtOnce() throws Throwable {
    HeldEntity held = new HeldEntity(Room.inMemory(100), -1);
    held.write(bytes("ab"));
    held.write(ByteBuffer.allocateDirect(2).put(bytes("cd")).flip());
    held.end(List.of());

    assertThat(held.giveTo(atMost(100))).isTrue();
    assertThat(taken).containsExactly("ab", "cd");
  }

  @Test
  void givesOnAsMuchAsIsTakenAndTheRestLater() throws Throwable {
    HeldEntity held = new HeldEntity(Room.inMemory(100), -1);
    held.write(bytes("abc"));
    held.end(List.of());

    assertThat(held.giveTo(from -> taken.isEmpty() ? atMost(2).take(from) : 0)).isFalse();
    assertThat(held.giveTo(atMost(100))).isTrue();
    assertThat(taken).containsExactly("ab", "c");
  }

  @Test
  void isWholeAndHoldsNothingWhereThereIsMoreThanIsHeld() {
    HeldEntity held = new HeldEntity(Room.inMemory(3), -1);

    assertThat(held.write(bytes("abcd"))).isEqualTo(4);
    assertThat(held.isOver()).isTrue();
    assertThat(held.isWhole()).isTrue();
    assertThat(held.bytes().length()).isZero();
  }

  @Test
  void takesNoMoreThanWasSaidToCome() {
    HeldEntity held = new HeldEntity(Room.inMemory(100), 2);
    ByteBuffer more = bytes("abc");

    assertThat(held.writeUpToItsLength(more)).isEqualTo(2);
    assertThat(more.remaining()).isEqualTo(1);
    assertThat(held.isWhole()).isTrue();
    assertThat(held.bytes().joined()).isEqualTo("ab".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void takesNothingBehindItsEnd() {
    HeldEntity held = new HeldEntity(Room.inMemory(100), -1);
    held.write(bytes("a"));
    held.end(List.of());
    held.write(bytes("EVIL"));
    held.end(List.of("field"));

    assertThat(held.bytes().length()).isEqualTo(1);
    assertThat(held.trailers()).isEmpty();
  }
}
