package com.example.acts.tools;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.StringReader;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** Results whose end is not the method's end, and those whose end it is. */
final class Results {

  /** What happens when a result is consumed. */
  interface Work {
    String done();
  }

  /** An interface of the application's own: a lambda of it is code that has yet to run. */
  interface Thunk {
    Object force();
  }

  /** Opened when the tool call is over that was begun last. */
  private static CountDownLatch over = new CountDownLatch(1);

  /** What futures wait for is ahead again. */
  static void callBegins() {
    over = new CountDownLatch(1);
  }

  /** What futures wait for has come. */
  static void callIsOver() {
    over.countDown();
  }

  private static final class Lazily implements Iterable<String> {
    private final Work work;

    Lazily(Work work) {
      this.work = work;
    }

    @Override
    public Iterator<String> iterator() {
      return Stream.generate(work::done).limit(1).iterator();
    }
  }

  @SuppressWarnings("InputStreamSlowMultibyteRead") // one byte is all that is read
  private static final class Read extends InputStream {
    private final Work work;

    Read(Work work) {
      this.work = work;
    }

    @Override
    public int read() {
      return work.done().isEmpty() ? 0 : -1;
    }
  }

  /** The tool: a result of that kind, which does its work when it is consumed. */
  static Object of(String how, Work work) {
    return switch (how) {
      case "plain" -> "done";
      case "nothing" -> null;
      case "list" -> List.of("done");
      case "path" -> java.nio.file.Path.of("done", "so");
      case "completed" -> CompletableFuture.completedFuture("done");
      case "completes" -> {
        CountDownLatch end = over;
        yield CompletableFuture.supplyAsync(() -> afterwards(end, work));
      }
      case "fails" -> CompletableFuture.supplyAsync(() -> failure());
      case "cancelled" -> {
        CompletableFuture<Object> future = new CompletableFuture<>();
        future.cancel(true);
        yield future;
      }
      case "subclass" -> new CompletableFuture<Object>() {};
      case "stage" -> CompletableFuture.completedFuture("done").minimalCompletionStage();
      case "future" -> new FutureTask<>(work::done);
      case "stream" -> Stream.generate(work::done).limit(1);
      case "intStream" -> IntStream.generate(() -> work.done().length()).limit(1);
      case "iterator" -> new Lazily(work).iterator();
      case "iterable" -> new Lazily(work);
      case "spliterator" -> new Lazily(work).spliterator();
      case "enumeration" -> Collections.enumeration(List.of("done"));
      case "supplier" -> (Supplier<String>) work::done;
      case "callable" -> (Callable<String>) work::done;
      case "runnable" -> (Runnable) work::done;
      case "thunk" -> (Thunk) work::done;
      case "input" -> new Read(work);
      case "bytes" -> new ByteArrayInputStream(new byte[1]);
      case "reader" -> new StringReader("done");
      case "publisher" -> (Flow.Publisher<Object>) subscriber -> subscriber.onNext(work.done());
      case "reactive" -> (Publisher<Object>) subscriber -> subscriber.onNext(work.done());
      default -> throw new IllegalArgumentException(how);
    };
  }

  /** What an application does with a result of that kind. */
  static void consume(Object result) throws Exception {
    if (result instanceof CompletableFuture<?> future) {
      future.get();
    } else if (result instanceof FutureTask<?> task) {
      task.run();
      task.get();
    } else if (result instanceof Stream<?> stream) {
      stream.forEach(element -> {});
    } else if (result instanceof IntStream stream) {
      stream.forEach(element -> {});
    } else if (result instanceof Iterator<?> iterator) {
      iterator.next();
    } else if (result instanceof Iterable<?> iterable) {
      iterable.iterator().next();
    } else if (result instanceof java.util.Spliterator<?> spliterator) {
      spliterator.tryAdvance(element -> {});
    } else if (result instanceof Supplier<?> supplier) {
      Object ignored = supplier.get();
    } else if (result instanceof Callable<?> callable) {
      callable.call();
    } else if (result instanceof Runnable runnable) {
      runnable.run();
    } else if (result instanceof Thunk thunk) {
      thunk.force();
    } else if (result instanceof InputStream input) {
      input.read();
    } else if (result instanceof Flow.Publisher<?> publisher) {
      publisher.subscribe(new Listener<>());
    } else if (result instanceof Publisher<?> publisher) {
      publisher.subscribe(new Listener<>());
    } else {
      throw new IllegalArgumentException(String.valueOf(result));
    }
  }

  /** Wants everything and keeps nothing. */
  private static final class Listener<T> implements Flow.Subscriber<T>, Subscriber<T> {
    @Override
    public void onSubscribe(Flow.Subscription subscription) {}

    @Override
    public void onSubscribe(org.reactivestreams.Subscription subscription) {}

    @Override
    public void onNext(T element) {}

    @Override
    public void onError(Throwable thrown) {}

    @Override
    public void onComplete() {}
  }

  private static String afterwards(CountDownLatch end, Work work) {
    try {
      end.await();
      return work.done();
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  private static String failure() {
    throw new IllegalStateException("later");
  }

  private Results() {}
}
