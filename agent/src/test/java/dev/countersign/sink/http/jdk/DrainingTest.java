package dev.countersign.sink.http.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.sink.http.HeldMemory;
import dev.countersign.sink.http.Room;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

/** Whoever provides a body hears of no failure of ours, and the request of every one. */
class DrainingTest {

  /** Says that it has more bytes than an array can have, and gives one. */
  private static final class Announcing implements BodyPublisher {

    private boolean cancelled;

    @Override
    public long contentLength() {
      return Integer.MAX_VALUE;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
      subscriber.onSubscribe(
          new Flow.Subscription() {
            @Override
            public void request(long n) {
              subscriber.onNext(ByteBuffer.wrap(new byte[1]));
            }

            @Override
            public void cancel() {
              cancelled = true;
            }
          });
    }
  }

  @Test
  void aBodyForWhichThereIsNoMemoryEndsAsOneThatIsTooLarge() {
    Room room = new Room(Integer.MAX_VALUE, null, new HeldMemory(Long.MAX_VALUE));
    Announcing body = new Announcing();
    Draining draining = new Draining(room, Runnable::run, () -> false);

    CompletableFuture<Void> drained = draining.read(body);

    assertThat(drained).isCompleted();
    assertThat(draining.isOver()).isTrue();
    assertThat(draining.why()).contains("no memory");
    assertThat(body.cancelled).isTrue();
  }
}
