package dev.countersign.sink.http.apache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.effect.Overheard;
import dev.countersign.effect.SendBody;
import dev.countersign.scope.WeakIdentityMap;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of a body that is copied while it is written. */
class EndingsTest {

  private final Object connection = new Object();
  private final WeakIdentityMap<Wire> wires = new WeakIdentityMap<>();
  private final Endings endings = new Endings(wires);
  private final Wire wire = Wire.over(null, null, null);
  private final Overheard copy = new Overheard(List.of());
  private final List<String> heard = new ArrayList<>();
  private final Attempt attempt =
      Attempt.of(
          new Attempt.Written(wire, null, null, null, null), null, SendBody.onTrust(copy), null);

  @BeforeEach
  void headIsWritten() {
    wires.put(connection, wire);
    wire.attempt(attempt);
    copy.whenEnded(
        body -> heard.add(body == SendBody.ON_TRUST ? "unread" : body.text(Overheard.MOST)));
  }

  private void bodyIsWritten() throws Throwable {
    Object token = endings.body().enter(null, connection, null);
    attempt.heard();
    copy.passes(ByteBuffer.wrap("text".getBytes(StandardCharsets.UTF_8)));
    assertThat(endings.body().exit(token, null, null)).isNull();
  }

  private void isAnswered(boolean last) throws Throwable {
    Object token = endings.answer().enter(null, connection, null);
    if (last) {
      assertThat(endings.lastAnswer().enter(null, connection, null)).isNull();
    }
    assertThat(endings.answer().exit(token, "answer", null)).isEqualTo("answer");
  }

  @Test
  void itIsHeardWhenItIsWritten() throws Throwable {
    isAnswered(false);
    assertThat(heard).as("100 Continue").isEmpty();
    bodyIsWritten();
    isAnswered(true);
    assertThat(heard).containsExactly("text");
  }

  /** It waits for 100 Continue, and hears that nobody wants it. */
  @Test
  void oneThatTheServerDoesNotWantIsNotWaitedFor() throws Throwable {
    isAnswered(true);
    assertThat(heard).containsExactly("unread");
  }

  @Test
  void neitherIsOneWhoseConnectionIsClosedBeforeItIsWritten() throws Throwable {
    assertThat(endings.closing().enter(null, connection, null)).isNull();
    assertThat(heard).containsExactly("unread");
  }
}
