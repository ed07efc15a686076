package dev.countersign.sink.http.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.effect.Overheard;
import dev.countersign.effect.SendBody;
import dev.countersign.scope.Carry;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RequestStartSinkTest {

  private final Overheard copy = new Overheard(List.of());
  private final List<SendBody> heard = new ArrayList<>();
  private final Sending outsideAnyCall =
      new Sending(
          Carry.capture(), null, BodyPublishers.ofString("never sent"), SendBody.onTrust(copy));
  private final RequestStartSink sink = new RequestStartSink(null, null, null);

  /** Nobody listens: its body is never asked for. */
  @Test
  void aRequestThatFailsOutsideAnyCallEndsTheCopyOfItsBody() {
    copy.whenEnded(heard::add);
    CompletableFuture<Object> answer = new CompletableFuture<>();
    assertThat(sink.exit(outsideAnyCall, answer, null)).isSameAs(answer);
    assertThat(heard).isEmpty();
    answer.completeExceptionally(new IOException("as meant"));
    assertThat(heard).containsExactly(SendBody.ON_TRUST);
  }

  @Test
  void oneThatIsNotEvenStartedDoesToo() {
    copy.whenEnded(heard::add);
    assertThat(sink.exit(outsideAnyCall, null, new IllegalStateException("as meant"))).isNull();
    assertThat(heard).containsExactly(SendBody.ON_TRUST);
  }
}
