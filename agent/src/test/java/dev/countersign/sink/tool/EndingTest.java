package dev.countersign.sink.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** Spec 2.3: what a result says about the end of the body, by its type alone. */
class EndingTest {

  private interface Own extends Publisher<String> {}

  private static class Base implements Own {
    @Override
    public void subscribe(Subscriber<? super String> subscriber) {
      throw new AssertionError("application code ran");
    }
  }

  private static final class Derived extends Base {}

  @Test
  void aReactivePublisherIsConsumedLater() {
    Publisher<String> published = subscriber -> {};
    assertThat(Ending.of(published)).isEqualTo(Ending.DEFERRED);
    assertThat(Ending.of(new Base())).isEqualTo(Ending.DEFERRED);
    assertThat(Ending.of(new Derived())).isEqualTo(Ending.DEFERRED);
  }

  @Test
  void onlyTheClassItselfIsObserved() {
    assertThat(Ending.of(new CompletableFuture<String>())).isEqualTo(Ending.OBSERVED);
    assertThat(Ending.of(new CompletableFuture<String>() {})).isEqualTo(Ending.DEFERRED);
  }

  @Test
  void everythingElseHasEnded() {
    assertThat(Ending.of("text")).isEqualTo(Ending.PLAIN);
    assertThat(Ending.of(null)).isEqualTo(Ending.PLAIN);
  }
}
