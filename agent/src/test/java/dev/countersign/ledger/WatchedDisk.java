package dev.countersign.ledger;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Real files that say what is asked of them, hold a write until they are let go, and fail on
 * demand.
 */
final class WatchedDisk implements LineFile.Factory {

  /**
   * What was asked since the start, in order: {@code records}, {@code entries} for writes, {@code
   * records forced}, {@code entries forced}.
   */
  final List<String> asked = Collections.synchronizedList(new ArrayList<>());

  /** Bytes of the largest write of entries. */
  volatile int largest;

  private volatile Throwable failure;
  private volatile String failing = "";
  private final AtomicInteger passing = new AtomicInteger();
  private volatile CountDownLatch held;
  private volatile CountDownLatch holding = new CountDownLatch(1);

  /** Of the requests of that name that did not end yet the second one throws this. */
  void failSecond(String what, Throwable with) {
    failure = with;
    passing.set(1);
    failing = what;
  }

  /** From now on the next write of records waits; returns when it does, after {@code start}. */
  void holdDuring(Runnable start) throws InterruptedException {
    holding = new CountDownLatch(1);
    held = new CountDownLatch(1);
    start.run();
    holding.await();
  }

  /** Lets the held write go on. */
  void letGo() {
    CountDownLatch latch = held;
    held = null;
    latch.countDown();
  }

  private void ask(String what) throws IOException {
    asked.add(what);
    CountDownLatch latch = held;
    if (what.equals("records") && latch != null) {
      holding.countDown();
      boolean interrupted = false;
      while (latch.getCount() > 0) {
        try {
          latch.await();
        } catch (InterruptedException meanwhile) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    if (failing.equals(what) && passing.getAndDecrement() == 0) {
      failing = "";
      if (failure instanceof IOException disk) {
        throw disk;
      }
      throw (Error) failure;
    }
  }

  @Override
  public LineFile create(Path path) throws IOException {
    LineFile file = KernelFile.FACTORY.create(path);
    String what = LedgerFiles.isEffects(path.getFileName().toString()) ? "records" : "entries";
    return new LineFile() {
      @Override
      public void append(byte[] bytes, int length) throws IOException {
        ask(what);
        if (what.equals("entries")) {
          largest = Math.max(largest, length);
        }
        file.append(bytes, length);
      }

      @Override
      public void cutOff(long length, Lines standing, Lines tried) throws IOException {
        file.cutOff(length, standing, tried);
      }

      @Override
      public void persist() throws IOException {
        ask(what + " forced");
      }

      @Override
      public String fault(long length) {
        return file.fault(length);
      }

      @Override
      public void delete() throws IOException {
        file.delete();
      }

      @Override
      public void close() throws IOException {
        file.close();
      }
    };
  }
}
