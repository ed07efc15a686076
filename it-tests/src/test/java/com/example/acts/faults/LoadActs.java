package com.example.acts.faults;

import com.example.acts.Act;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** An application that calls its tools from very many threads, or with very little left. */
public final class LoadActs {

  public static void main(String[] arguments) throws Exception {
    Act.perform(LoadActs.class, arguments);
  }

  static void twoHundredThreads() throws Exception {
    AtomicInteger number = new AtomicInteger();
    CountDownLatch start = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      Thread thread =
          new Thread(
              () -> {
                awaitQuietly(start);
                for (int call = 0; call < 20; call++) {
                  Notes.note(Notes.id(number.getAndIncrement()));
                }
              });
      thread.start();
      threads.add(thread);
    }
    start.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println("all ended");
  }

  /**
   * One call from each of so many virtual threads; some of them keep their carrier, because they
   * call while a class is being initialised, and some come from ordinary threads meanwhile.
   */
  static void virtualThreads(String[] count) throws Exception {
    int all = Integer.parseInt(count[0]);
    AtomicInteger number = new AtomicInteger();
    Runnable call = () -> Notes.note(Notes.id(number.getAndIncrement()));
    List<Thread> threads = new ArrayList<>();
    threads.add(virtual(() -> require(Pinned.CALLED)));
    for (int i = 0; i < all - 20; i++) {
      threads.add(virtual(call));
    }
    for (int i = 0; i < 18; i++) {
      Thread platform = new Thread(call);
      platform.start();
      threads.add(platform);
    }
    threads.add(virtual(() -> require(AlsoPinned.CALLED)));
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println("all ended");
  }

  /** {@code Thread.startVirtualThread}, which JDK 17 does not have. */
  private static Thread virtual(Runnable body) throws Exception {
    return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, body);
  }

  /** Calls while this class is being initialised: a virtual thread in here keeps its carrier. */
  private static final class Pinned {
    static final boolean CALLED = called();

    private static boolean called() {
      Notes.note(Notes.id(900_000));
      return true;
    }
  }

  /** Another one. */
  private static final class AlsoPinned {
    static final boolean CALLED = called();

    private static boolean called() {
      Notes.note(Notes.id(900_001));
      return true;
    }
  }

  /**
   * Puts a file that can only be written where the process reads its random bytes: every read fails
   * from then on, once what was read ahead is used up. Only for who was given {@code java.io}.
   */
  static void withoutRandomBytes() throws Exception {
    Notes.note(Notes.id(0));
    int source = -1;
    for (File open : new File("/proc/self/fd").listFiles()) {
      Path link = open.toPath();
      if (Files.isSymbolicLink(link)
          && Files.readSymbolicLink(link).equals(Path.of("/dev/urandom"))) {
        source = Integer.parseInt(open.getName());
        closed(source);
      }
    }
    if (source < 0) {
      throw new IllegalStateException("nobody reads random bytes here");
    }
    List<FileOutputStream> kept = new ArrayList<>();
    while (!isOpen(source)) {
      kept.add(new FileOutputStream("/dev/null"));
    }
    int failed = 0;
    for (int i = 1; i < 60; i++) {
      try {
        Notes.note(Notes.id(i));
        if (failed > 0) {
          throw new IllegalStateException("call " + i + " had an id");
        }
      } catch (SecurityException refused) {
        failed++;
      }
    }
    System.out.println("refused after " + (failed < 59 ? "some" : "none") + ": " + (failed > 40));
  }

  private static boolean isOpen(int descriptor) {
    return Files.isSymbolicLink(Path.of("/proc/self/fd", String.valueOf(descriptor)));
  }

  /** Closes a descriptor of this process that is somebody else's. */
  private static void closed(int descriptor) throws Exception {
    FileDescriptor given = new FileDescriptor();
    Field number = FileDescriptor.class.getDeclaredField("fd");
    number.setAccessible(true);
    number.setInt(given, descriptor);
    new FileInputStream(given).close();
  }

  /** Threads that are interrupted all the time, before, in and after their calls. */
  static void interrupted() throws Exception {
    AtomicInteger number = new AtomicInteger();
    AtomicInteger lostTheirMark = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Thread thread =
          new Thread(
              () -> {
                for (int call = 0; call < 100; call++) {
                  Thread.currentThread().interrupt();
                  Notes.note(Notes.id(number.getAndIncrement()));
                  if (!Thread.interrupted()) {
                    lostTheirMark.incrementAndGet();
                  }
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      while (thread.isAlive()) {
        thread.interrupt();
        Thread.onSpinWait();
      }
    }
    System.out.println("lost their mark: " + lostTheirMark);
  }

  /** Calls at every depth from the end of the stack upwards, until enough of them are answered. */
  static void endOfStack() throws Exception {
    List<Thread> threads = new ArrayList<>();
    AtomicInteger number = new AtomicInteger();
    AtomicInteger failed = new AtomicInteger();
    // A class whose first use comes at the end of a stack is another matter, see below.
    Notes.note(Notes.id(number.getAndIncrement()));
    for (int i = 0; i < 4; i++) {
      Thread thread = new Thread(null, new Diver(number, failed), "diver", 1024 * 1024);
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    System.out.println(failed.get() > 0 ? "some failed" : "none failed");
    Notes.note(Notes.id(number.getAndIncrement()));
    System.out.println("and then one was carried out");
  }

  /**
   * The tool's class is used for the first time there, and the JVM ends soon: where the JVM defines
   * a class near the end of a stack, it may not get to ask any agent.
   */
  static void firstUseAtTheEndOfTheStack() throws Exception {
    Thread thread =
        new Thread(null, new Diver(new AtomicInteger(), new AtomicInteger()), "diver", 1024 * 1024);
    thread.start();
    thread.join();
    System.out.println("ended");
  }

  private static final class Diver implements Runnable {
    private final AtomicInteger number;
    private final AtomicInteger failed;
    private int carriedOut;

    Diver(AtomicInteger number, AtomicInteger failed) {
      this.number = number;
      this.failed = failed;
    }

    @Override
    @SuppressWarnings("InfiniteRecursion") // the end of the stack is what is wanted
    public void run() {
      try {
        run();
      } catch (StackOverflowError end) {
        // on the way back up
      }
      if (carriedOut < 20) {
        try {
          Notes.note(Notes.id(number.getAndIncrement()));
          carriedOut++;
        } catch (StackOverflowError | SecurityException none) {
          failed.incrementAndGet();
        }
      }
    }
  }

  /** Calls from four threads while another one takes all memory there is, again and again. */
  static void endOfMemory() throws Exception {
    AtomicInteger number = new AtomicInteger();
    AtomicInteger failed = new AtomicInteger();
    Notes.note(Notes.id(number.getAndIncrement()));
    Thread eater = new Thread(() -> eat(number));
    eater.start();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread thread =
          new Thread(
              () -> {
                while (eater.isAlive()) {
                  try {
                    Notes.note(Notes.id(number.getAndIncrement()));
                  } catch (OutOfMemoryError | SecurityException none) {
                    failed.incrementAndGet();
                  }
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    Notes.note(Notes.id(number.getAndIncrement()));
    System.out.println(failed.get() > 0 ? "some failed" : "none failed");
    System.out.println("and then one was carried out");
  }

  /** Three times: takes everything, in ever smaller pieces, and keeps it for six calls. */
  private static void eat(AtomicInteger calls) {
    Object[] eaten = new Object[1 << 18];
    for (int round = 0; round < 3; round++) {
      int next = 0;
      for (int size = 256 * 1024; size >= 256; size /= 4) {
        try {
          while (next < eaten.length) {
            eaten[next] = new byte[size];
            next++;
          }
        } catch (OutOfMemoryError end) {
          // smaller pieces may still fit
        }
      }
      int until = calls.get() + 6;
      while (calls.get() < until) {
        Thread.onSpinWait();
      }
      Arrays.fill(eaten, null);
    }
  }

  private static void require(boolean called) {
    if (!called) {
      throw new IllegalStateException("not called");
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(Arrays.toString(interrupted.getStackTrace()), interrupted);
    }
  }

  private LoadActs() {}
}
