package com.example.acts.reactor;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/**
 * Many calls of a tool that leaves work with Reactor's threads and pipelines, in a heap that is too
 * small for what they were given all together.
 */
public final class ManyCalls {

  private static final int CALLS = 100_000;
  private static final int WATCHED = 1_000;

  /** Never emits, so that nothing is ever told to forget its subscribers. */
  private static final Sinks.Many<String> SILENT = Sinks.many().multicast().directBestEffort();

  public static void main(String[] arguments) {
    List<WeakReference<Object>> watched = new ArrayList<>(CALLS / WATCHED);
    long sum = 0;
    for (int i = 0; i < CALLS; i++) {
      // 2 KiB each: 200 MiB in all.
      String text = String.valueOf((char) ('a' + i % 26)).repeat(2048);
      if (i % WATCHED == 0) {
        watched.add(new WeakReference<>(text));
      }
      sum += work(text);
    }
    System.out.println("worked " + sum);
    System.out.println("held " + held(watched) + " of " + watched.size());
  }

  /** The tool. */
  static int work(String text) {
    SILENT.asFlux().map(ignored -> text).subscribe().dispose();
    return Mono.fromCallable(text::length)
        .subscribeOn(Schedulers.parallel())
        .publishOn(Schedulers.single())
        .map(length -> length + text.length())
        .block();
  }

  /** How many are still reachable when the collector had every chance to find out. */
  private static long held(List<WeakReference<Object>> watched) {
    // The last tasks of the two threads.
    work("x");
    work("x");
    long held = watched.size();
    for (int i = 0; i < 20 && held > 0; i++) {
      System.gc();
      held = watched.stream().filter(reference -> reference.get() != null).count();
    }
    return held;
  }

  private ManyCalls() {}
}
