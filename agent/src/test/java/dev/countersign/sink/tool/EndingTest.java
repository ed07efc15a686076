package dev.countersign.sink.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** Spec 2.3 (B51): what a result says about the end of the body, by its type alone. */
class EndingTest {

  private static AssertionError ran() {
    return new AssertionError("application code ran");
  }

  private interface Own extends Publisher<String> {}

  private static class Base implements Own {
    @Override
    public void subscribe(Subscriber<? super String> subscriber) {
      throw ran();
    }
  }

  private static final class Derived extends Base {}

  private static final class Lazily implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      throw ran();
    }
  }

  private static final class Counts implements Supplier<String> {
    @Override
    public String get() {
      throw ran();
    }
  }

  private interface Thunk {
    @SuppressWarnings("unused") // what makes it an interface that a lambda implements
    Object force();
  }

  static Stream<Object> later() {
    List<String> list = List.of("a");
    Publisher<String> published = subscriber -> {};
    Flow.Publisher<String> flowing = subscriber -> {};
    Callable<String> called = () -> "a";
    Runnable run = () -> {};
    Thunk thunk = () -> "a";
    return Stream.of(
        new CompletableFuture<String>() {},
        new CompletableFuture<String>().minimalCompletionStage(),
        new FutureTask<>(called),
        list.stream(),
        IntStream.of(1),
        list.iterator(),
        list.spliterator(),
        Collections.enumeration(list),
        new ByteArrayInputStream(new byte[1]),
        new StringReader("a"),
        Channels.newChannel(new ByteArrayInputStream(new byte[1])),
        published,
        flowing,
        new Base(),
        new Derived(),
        new Lazily(),
        new Counts(),
        called,
        run,
        thunk);
  }

  @ParameterizedTest
  @MethodSource("later")
  void whatIsConsumedLaterIsDeferred(Object result) {
    assertThat(Ending.of(result)).isEqualTo(Ending.DEFERRED);
  }

  static Stream<Object> ended() {
    return Stream.of(
        null,
        "text",
        7,
        new byte[1],
        List.of("a"),
        Collections.unmodifiableCollection(List.of("a")),
        Map.of("a", 1).values(),
        Map.of("a", 1),
        Optional.of("a"),
        Path.of("a", "b"),
        JsonNodeFactory.instance.arrayNode().add(1),
        tools.jackson.databind.node.JsonNodeFactory.instance.arrayNode().add(1),
        new Object());
  }

  @ParameterizedTest
  @MethodSource("ended")
  void everythingElseHasEnded(Object result) {
    assertThat(Ending.of(result)).isEqualTo(Ending.PLAIN);
  }

  @ParameterizedTest
  @MethodSource("futures")
  void onlyTheClassItselfIsObserved(CompletableFuture<String> future) {
    assertThat(Ending.of(future)).isEqualTo(Ending.OBSERVED);
  }

  static Stream<CompletableFuture<String>> futures() {
    return Stream.of(new CompletableFuture<>(), CompletableFuture.completedFuture("a"));
  }
}
