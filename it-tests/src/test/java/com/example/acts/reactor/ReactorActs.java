package com.example.acts.reactor;

import com.example.acts.Outside;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.util.retry.Retry;

/**
 * An application whose tool {@code touch} starts its process somewhere in a pipeline of Reactor. It
 * may start {@code touch FILE} for its first argument; the second says what it really starts.
 */
public final class ReactorActs {

  static {
    Outside.start();
  }

  /** What a tool handed out instead of doing it. */
  private static Mono<String> later;

  /** The tool starts what it may, in that way. */
  static void honest(String[] way) throws Exception {
    touch("judged", "judged", way[0]);
  }

  /** The tool starts something else, in that way. */
  static void changed(String[] way) throws Exception {
    touch("judged", "fired", way[0]);
  }

  /** A tool returns what somebody else subscribes to when it is done. */
  static void subscribedLater() throws Exception {
    touch("judged", "fired", "handsOut");
    later.block();
  }

  /** Somebody outside any tool waits for the same as a tool, which was there first. */
  static void sharedWithATool() throws Exception {
    touch("judged", "judged", "shares");
    if (SHARED_RESULT.join() instanceof RuntimeException refused) {
      throw refused;
    }
  }

  /** A tool gives a sink what others, who listen since before, do. */
  static void handedToOthers() throws Exception {
    SINK.asFlux()
        .map(file -> call(() -> copyNothing(file)))
        .subscribe(done -> {}, HANDED_RESULT::complete);
    touch("judged", "judged", "handsToOthers");
    if (HANDED_RESULT.getNow(null) instanceof RuntimeException refused) {
      throw refused;
    }
  }

  private static final Sinks.Many<String> SINK = Sinks.many().multicast().directBestEffort();
  private static final CompletableFuture<Object> HANDED_RESULT = new CompletableFuture<>();

  /** A tool makes the one value that others wait for since before any tool ran. */
  static void valueForOthers() throws Exception {
    touch("judged", "judged", "valueForOthers");
    done(OF_VALUE);
  }

  /** What comes by a tool's pipeline goes on to others, who listen since before any tool ran. */
  static void signalForOthers(String[] sharing) throws Exception {
    signalled = SHARED.get(sharing[0]);
    touch("judged", "judged", "signalForOthers");
    done(signalled.done);
  }

  private static Shared signalled;

  private static final Sinks.One<String> VALUE = Sinks.one();
  private static final CompletableFuture<Object> OF_VALUE = copying(VALUE.asMono().cache());

  /** Something whose signals many hear of, one of whom copies nothing. */
  private static final class Shared {
    final Consumer<String> emission;
    final CompletableFuture<Object> done;

    Shared(Consumer<String> emission, Flux<String> heard) {
      this.emission = emission;
      this.done = copying(heard.next());
    }

    static Shared by(Sinks.Many<String> sink, UnaryOperator<Flux<String>> sharing) {
      return new Shared(sink::tryEmitNext, sharing.apply(sink.asFlux()));
    }
  }

  private static final Map<String, Shared> SHARED = shared();

  private static Map<String, Shared> shared() {
    Map<String, Shared> shared = new HashMap<>();
    Sinks.ManySpec many = Sinks.many();
    shared.put("bestEffort", Shared.by(many.multicast().directBestEffort(), flux -> flux));
    shared.put("allOrNothing", Shared.by(many.multicast().directAllOrNothing(), flux -> flux));
    shared.put("buffer", Shared.by(many.multicast().onBackpressureBuffer(), flux -> flux));
    shared.put("replaySink", Shared.by(many.replay().all(), flux -> flux));
    shared.put("unicast", Shared.by(many.unicast().onBackpressureBuffer(), flux -> flux));
    shared.put("unicastError", Shared.by(many.unicast().onBackpressureError(), flux -> flux));
    shared.put("share", Shared.by(many.unicast().onBackpressureError(), Flux::share));
    shared.put(
        "refCountGrace",
        Shared.by(
            many.unicast().onBackpressureError(),
            flux -> flux.publish().refCount(1, Duration.ofSeconds(1))));
    shared.put(
        "autoConnect",
        Shared.by(many.unicast().onBackpressureError(), flux -> flux.publish().autoConnect()));
    shared.put("replay", Shared.by(many.unicast().onBackpressureError(), Flux::cache));
    shared.put(
        "publishing",
        Shared.by(
            many.unicast().onBackpressureError(), flux -> flux.publish(each -> each.map(i -> i))));
    Sinks.One<String> one = Sinks.one();
    shared.put("one", new Shared(one::tryEmitValue, one.asMono().flux()));
    Sinks.Empty<String> empty = Sinks.empty();
    shared.put(
        "empty",
        new Shared(any -> empty.tryEmitEmpty(), empty.asMono().defaultIfEmpty("others").flux()));
    return shared;
  }

  private static CompletableFuture<Object> copying(Mono<String> files) {
    CompletableFuture<Object> result = new CompletableFuture<>();
    files.map(file -> call(() -> copyNothing(file))).subscribe(result::complete, result::complete);
    return result;
  }

  private static void done(CompletableFuture<Object> result) {
    if (result.join() instanceof RuntimeException refused) {
      throw refused;
    }
  }

  /** What a tool leaves subscribed goes on when it is over. */
  static void leftBehind() throws Exception {
    touch("judged", "judged", "leavesBehind");
    Outside.run(() -> LEFT.tryEmitValue("late"));
    if (LEFT_RESULT.join() instanceof RuntimeException refused) {
      throw refused;
    }
  }

  private static final Sinks.One<String> LEFT = Sinks.one();
  private static final CompletableFuture<Object> LEFT_RESULT = new CompletableFuture<>();

  private static final CompletableFuture<Object> SHARED_RESULT = new CompletableFuture<>();

  static void touch(String file, String argument, String way) throws Exception {
    Callable<String> body =
        () -> {
          new ProcessBuilder("touch", argument).start().waitFor();
          return argument;
        };
    Mono<String> work = Mono.fromCallable(body);
    switch (way) {
      case "elastic":
        work.subscribeOn(Schedulers.boundedElastic()).block();
        break;
      case "parallel":
        work.subscribeOn(Schedulers.parallel()).block();
        break;
      case "single":
        work.subscribeOn(Schedulers.single()).block();
        break;
      case "executor":
        Scheduler own = Schedulers.fromExecutorService(Executors.newFixedThreadPool(1));
        try {
          work.subscribeOn(own).block();
        } finally {
          own.dispose();
        }
        break;
      case "schedule":
        scheduled(body);
        break;
      case "publishOn":
        Flux.range(0, 5)
            .publishOn(Schedulers.boundedElastic(), 2)
            .filter(i -> i == 3)
            .map(i -> call(body))
            .blockLast();
        break;
      case "inTurns":
        Mono.just(1)
            .publishOn(Schedulers.parallel())
            .map(i -> i + 1)
            .publishOn(Schedulers.single())
            .flatMap(i -> work.subscribeOn(Schedulers.boundedElastic()))
            .block();
        break;
      case "flatMap":
        Flux.range(0, 4)
            .flatMap(i -> i == 3 ? work.subscribeOn(Schedulers.boundedElastic()) : Mono.just("no"))
            .blockLast();
        break;
      case "runOn":
        Flux.range(0, 8)
            .parallel(2)
            .runOn(Schedulers.parallel())
            .doOnNext(i -> call(i == 5 ? body : () -> "no"))
            .sequential()
            .blockLast();
        break;
      case "delay":
        Mono.delay(Duration.ofMillis(1)).map(i -> call(body)).block();
        break;
      case "interval":
        Flux.interval(Duration.ofMillis(1))
            .take(2)
            .map(i -> i == 1 ? call(body) : "no")
            .blockLast();
        break;
      case "timeout":
        Mono.<String>never().timeout(Duration.ofMillis(1), work).block();
        break;
      case "retry":
        boolean[] failed = {false};
        Mono.fromCallable(
                () -> {
                  if (!failed[0]) {
                    failed[0] = true;
                    throw new IllegalStateException("not yet");
                  }
                  return body.call();
                })
            .retryWhen(Retry.backoff(1, Duration.ofMillis(1)))
            .onErrorMap(thrown -> thrown.getCause() == null ? thrown : thrown.getCause())
            .block();
        break;
      case "flux":
        Flux.generate(sink -> sink.next(1))
            .take(3)
            .filter(i -> true)
            .take(1)
            .map(i -> call(body))
            .toStream()
            .forEach(called -> {});
        break;
      case "sinkOne":
        Sinks.One<Integer> one = Sinks.one();
        Mono<String> waiting = one.asMono().map(i -> call(body));
        emitted(waiting, () -> one.tryEmitValue(1));
        break;
      case "sinkMany":
        Sinks.Many<Integer> many = Sinks.many().unicast().onBackpressureBuffer();
        emitted(many.asFlux().next().map(i -> call(body)), () -> many.tryEmitNext(1));
        break;
      case "create":
        Mono.<Integer>create(sink -> Outside.run(() -> sink.success(1)))
            .map(i -> call(body))
            .block();
        break;
      case "future":
        CompletableFuture<Integer> future = new CompletableFuture<>();
        emitted(Mono.fromFuture(future).map(i -> call(body)), () -> future.complete(1));
        break;
      case "cached":
        Sinks.One<Integer> once = Sinks.one();
        Mono<Integer> cached = once.asMono().cache();
        cached.subscribe();
        emitted(cached.map(i -> call(body)), () -> once.tryEmitValue(1));
        break;
      case "ofAnotherLoader":
        Sinks.One<String> other = Sinks.one();
        emitted(handing(other.asMono()), value -> call(body), () -> other.tryEmitValue("one"));
        break;
      case "handsOut":
        later = Mono.fromCallable(() -> copyNothing(argument));
        new ProcessBuilder("touch", file).start().waitFor();
        break;
      case "handsToOthers":
        SINK.tryEmitNext("others");
        new ProcessBuilder("touch", file).start().waitFor();
        break;
      case "valueForOthers":
        VALUE.tryEmitValue("others");
        new ProcessBuilder("touch", file).start().waitFor();
        break;
      case "signalForOthers":
        Sinks.One<String> heard = Sinks.one();
        emitted(
            heard.asMono(),
            value -> {
              signalled.emission.accept(value);
              return value;
            },
            () -> heard.tryEmitValue("others"));
        new ProcessBuilder("touch", file).start().waitFor();
        break;
      case "leavesBehind":
        LEFT.asMono()
            .map(late -> call(() -> copyNothing(late)))
            .subscribe(LEFT_RESULT::complete, LEFT_RESULT::complete);
        new ProcessBuilder("touch", file).start().waitFor();
        break;
      case "shares":
        shares(file);
        break;
      default:
        throw new IllegalArgumentException(way);
    }
  }

  /** The tool subscribes first, so that what is shared comes by its pipeline. */
  private static void shares(String file) throws Exception {
    Sinks.One<Integer> source = Sinks.one();
    Mono<Integer> shared = source.asMono().cache();
    shared.subscribe();
    CompletableFuture<Void> subscribed = new CompletableFuture<>();
    Outside.run(
        () -> {
          shared
              .map(i -> call(() -> copyNothing("others")))
              .subscribe(SHARED_RESULT::complete, SHARED_RESULT::complete);
          subscribed.complete(null);
        });
    subscribed.join();
    source.tryEmitValue(1);
    new ProcessBuilder("touch", file).start().waitFor();
  }

  /** Whoever gives the value knows nothing of the tool that waits for it. */
  private static void emitted(Mono<String> waiting, Runnable emission) {
    emitted(waiting, value -> value, emission);
  }

  /** The same with something that is done with the value. */
  private static void emitted(Mono<String> waiting, UnaryOperator<String> then, Runnable emission) {
    CompletableFuture<String> ended = new CompletableFuture<>();
    Disposable subscription =
        waiting.subscribe(
            value -> {
              try {
                ended.complete(then.apply(value));
              } catch (RuntimeException failed) {
                ended.completeExceptionally(failed);
              }
            },
            ended::completeExceptionally);
    Outside.run(emission);
    try {
      ended.join();
    } catch (java.util.concurrent.CompletionException failed) {
      if (failed.getCause() instanceof RuntimeException thrown) {
        throw thrown;
      }
      throw failed;
    } finally {
      subscription.dispose();
    }
  }

  private static void scheduled(Callable<String> body) {
    CompletableFuture<String> ended = new CompletableFuture<>();
    Scheduler.Worker worker = Schedulers.boundedElastic().createWorker();
    worker.schedule(
        () -> {
          try {
            ended.complete(call(body));
          } catch (RuntimeException thrown) {
            ended.complete(null);
            THROWN.complete(thrown);
          }
        });
    if (ended.join() == null) {
      throw THROWN.join();
    }
    worker.dispose();
  }

  /** What no tool is declared to do. */
  private static String copyNothing(String to) throws Exception {
    new ProcessBuilder("cp", "/dev/null", to).start().waitFor();
    return to;
  }

  private static final CompletableFuture<RuntimeException> THROWN = new CompletableFuture<>();

  private static <T> T call(Callable<T> body) {
    try {
      return body.call();
    } catch (RuntimeException thrown) {
      throw thrown;
    } catch (Exception checked) {
      throw new IllegalStateException(checked);
    }
  }

  /** A publisher of the application's own. */
  public static final class Handing extends Mono<String> {
    private final Mono<String> source;

    public Handing(Mono<String> source) {
      this.source = source;
    }

    @Override
    public void subscribe(CoreSubscriber<? super String> subscriber) {
      source.subscribe(subscriber);
    }
  }

  /** The same by a loader that sees nothing of Reactor but what it extends. */
  private static Mono<String> handing(Mono<String> source) {
    String name = Handing.class.getName();
    ClassLoader narrow =
        new ClassLoader(null) {
          @Override
          protected Class<?> findClass(String wanted) throws ClassNotFoundException {
            if (wanted.equals(Mono.class.getName())) {
              return Mono.class;
            }
            if (!wanted.equals(name)) {
              throw new ClassNotFoundException(wanted);
            }
            String file = name.replace('.', '/') + ".class";
            try (InputStream in = ReactorActs.class.getClassLoader().getResourceAsStream(file)) {
              byte[] bytes = in.readAllBytes();
              return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException failed) {
              throw new ClassNotFoundException(wanted, failed);
            }
          }
        };
    try {
      @SuppressWarnings("unchecked") // it extends the very Mono
      Mono<String> made =
          (Mono<String>) narrow.loadClass(name).getConstructor(Mono.class).newInstance(source);
      return made;
    } catch (ReflectiveOperationException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private ReactorActs() {}
}
