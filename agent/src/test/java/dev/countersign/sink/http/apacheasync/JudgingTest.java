package dev.countersign.sink.http.apacheasync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.effect.SendBody;
import dev.countersign.sink.http.Room;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class JudgingTest {

  /** Who has the head sent while its body is still read could write more of it afterwards. */
  @Test
  void aBodyThatMayGoOnIsNoneThatWasRead() {
    HeldEntity held = new HeldEntity(Room.inMemory(100), -1);
    held.write(ByteBuffer.wrap("good".getBytes(StandardCharsets.US_ASCII)));
    assertThat(new Judging.Behind(true, held, SendBody.UNREAD).held()).isNull();
    assertThat(new Judging.Behind(true, held, SendBody.UNREAD).length()).isNegative();

    held.end(List.of());
    assertThat(new Judging.Behind(true, held, SendBody.UNREAD).held()).isSameAs(held);
    assertThat(new Judging.Behind(true, held, SendBody.UNREAD).length()).isEqualTo(4);
  }
}
