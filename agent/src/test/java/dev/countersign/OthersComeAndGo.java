package dev.countersign;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Has one thread put objects somewhere and another one take them away, as whoever submits tasks and
 * whoever runs them do. A map that was crowded once counts in several places, and is wrong about
 * how many it has for whoever adds those up meanwhile. Where a thread counts depends on its probe,
 * which {@link ThreadLocalRandom} deals out; three are dealt a round, so that the two change
 * places.
 */
public final class OthersComeAndGo {

  private static final int ROUNDS = 8;
  private static final long HALF_A_ROUND = TimeUnit.MILLISECONDS.toNanos(120);
  private static final int CROWD = 4;

  private final Consumer<Object> comes;
  private final Consumer<Object> goes;

  private OthersComeAndGo(Consumer<Object> comes, Consumer<Object> goes) {
    this.comes = comes;
    this.goes = goes;
  }

  /** Whether something holds all the time. */
  public static boolean whileHolds(
      Consumer<Object> comes, Consumer<Object> goes, BooleanSupplier holds)
      throws InterruptedException {
    OthersComeAndGo others = new OthersComeAndGo(comes, goes);
    for (int round = 0; round < ROUNDS; round++) {
      others.crowd(System.nanoTime() + HALF_A_ROUND);
      if (!others.holdsUntil(System.nanoTime() + HALF_A_ROUND, holds)) {
        return false;
      }
    }
    return true;
  }

  private void crowd(long end) throws InterruptedException {
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < CROWD; i++) {
      Thread each = new Thread(() -> comeAndGo(end));
      each.start();
      all.add(each);
    }
    for (Thread each : all) {
      each.join();
    }
  }

  private void comeAndGo(long end) {
    Object next = new Object();
    while (System.nanoTime() < end) {
      for (int i = 0; i < 1000; i++) {
        comes.accept(next);
        goes.accept(next);
      }
    }
  }

  private boolean holdsUntil(long end, BooleanSupplier holds) throws InterruptedException {
    BlockingQueue<Object> between = new ArrayBlockingQueue<>(4);
    Object last = new Object();
    Thread coming = new Thread(() -> come(end, between, last));
    Thread going = new Thread(() -> go(between, last));
    coming.start();
    going.start();
    new Thread(ThreadLocalRandom::current).start();
    boolean held = true;
    while (held && System.nanoTime() < end) {
      for (int i = 0; i < 1000; i++) {
        held &= holds.getAsBoolean();
      }
    }
    coming.join();
    going.join();
    return held;
  }

  private void come(long end, BlockingQueue<Object> between, Object last) {
    ThreadLocalRandom.current();
    try {
      while (System.nanoTime() < end) {
        Object next = new Object();
        comes.accept(next);
        between.put(next);
      }
      between.put(last);
    } catch (InterruptedException nobodyDoes) {
      throw new IllegalStateException(nobodyDoes);
    }
  }

  private void go(BlockingQueue<Object> between, Object last) {
    ThreadLocalRandom.current();
    try {
      for (Object next = between.take(); next != last; next = between.take()) {
        goes.accept(next);
      }
    } catch (InterruptedException nobodyDoes) {
      throw new IllegalStateException(nobodyDoes);
    }
  }
}
