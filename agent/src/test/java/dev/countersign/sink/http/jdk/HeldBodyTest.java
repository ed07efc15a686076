package dev.countersign.sink.http.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.sink.http.Room;
import java.net.http.HttpRequest.BodyPublisher;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

/** What is sent is what was read, whatever the publisher does. */
class HeldBodyTest {

  /** Publishes buffers without waiting to be asked, and remembers whom to. */
  private static final class Publisher implements BodyPublisher {

    private final String[] buffers;
    private Flow.Subscriber<? super ByteBuffer> subscriber;

    Publisher(String... buffers) {
      this.buffers = buffers;
    }

    @Override
    public long contentLength() {
      return -1;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> given) {
      subscriber = given;
      given.onSubscribe(
          new Flow.Subscription() {
            @Override
            public void request(long n) {}

            @Override
            public void cancel() {}
          });
      for (String buffer : buffers) {
        give(buffer);
      }
      given.onComplete();
    }

    void give(String buffer) {
      subscriber.onNext(ByteBuffer.wrap(buffer.getBytes(StandardCharsets.UTF_8)));
    }
  }

  /** In chunks an empty buffer is the end of the body, and what follows it the next request. */
  @Test
  void anEmptyBufferIsNoChunk() {
    assertThat(given(read(new Publisher("go", "", "od", "")).held())).containsExactly("go", "od");
  }

  @Test
  void whatComesBehindTheEndIsNotSent() {
    Publisher publisher = new Publisher("good");
    Draining draining = read(publisher);
    HeldBody held = draining.held();
    publisher.give("EVIL");
    assertThat(given(held)).containsExactly("good");
    assertThat(held.held().length()).isEqualTo(4);
  }

  /** Answers inside the very call that asks, and remembers how deep such calls stood. */
  private static final class Answering implements BodyPublisher, Flow.Subscription {

    private final int buffers;
    private Flow.Subscriber<? super ByteBuffer> subscriber;
    private int given;
    private int depth;
    private int deepest;

    Answering(int buffers) {
      this.buffers = buffers;
    }

    @Override
    public long contentLength() {
      return buffers;
    }

    @Override
    public void subscribe(Flow.Subscriber<? super ByteBuffer> asking) {
      subscriber = asking;
      asking.onSubscribe(this);
    }

    @Override
    public void request(long n) {
      depth++;
      deepest = Math.max(deepest, depth);
      if (given++ < buffers) {
        subscriber.onNext(ByteBuffer.wrap(new byte[1]));
      } else {
        subscriber.onComplete();
      }
      depth--;
    }

    @Override
    public void cancel() {}
  }

  /** Asks inside every answer. */
  private static final class Nesting implements Flow.Subscriber<ByteBuffer> {

    private Flow.Subscription subscription;

    @Override
    public void onSubscribe(Flow.Subscription given) {
      subscription = given;
      given.request(1);
    }

    @Override
    public void onNext(ByteBuffer buffer) {
      subscription.request(1);
    }

    @Override
    public void onError(Throwable failed) {
      throw new AssertionError(failed);
    }

    @Override
    public void onComplete() {}
  }

  /** However many there are; asked inside each other, they would need a stack of their number. */
  @Test
  void buffersThatComeInsideTheQuestionDoNotNest() {
    Answering publisher = new Answering(1000);
    Draining draining = new Draining(Room.inMemory(1000), Runnable::run, () -> false);

    assertThat(draining.read(publisher)).isCompleted();

    assertThat(given(draining.held())).hasSize(1000);
    assertThat(publisher.deepest).isEqualTo(1);
    Answering nested = new Answering(1000);
    nested.subscribe(new Nesting());
    assertThat(nested.deepest).isEqualTo(1001);
  }

  private static Draining read(BodyPublisher publisher) {
    Draining draining = new Draining(Room.inMemory(1000), Runnable::run, () -> false);
    assertThat(draining.read(publisher)).isCompleted();
    return draining;
  }

  private static List<String> given(HeldBody held) {
    List<String> buffers = new ArrayList<>();
    held.subscribe(
        new Flow.Subscriber<>() {
          @Override
          public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
          }

          @Override
          public void onNext(ByteBuffer buffer) {
            buffers.add(StandardCharsets.UTF_8.decode(buffer).toString());
          }

          @Override
          public void onError(Throwable failed) {
            throw new AssertionError(failed);
          }

          @Override
          public void onComplete() {
            buffers.add("");
          }
        });
    assertThat(buffers).endsWith("");
    return buffers.subList(0, buffers.size() - 1);
  }
}
