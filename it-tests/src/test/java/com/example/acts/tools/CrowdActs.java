package com.example.acts.tools;

import com.example.acts.Act;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicInteger;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Opcodes;

/** Many threads, many classes, many loaders: what agents are known to break. */
public final class CrowdActs {

  private static final Desk DESK = new Desk();
  private static final AtomicInteger COUNTED = new AtomicInteger();

  public static void main(String[] arguments) throws Exception {
    Act.perform(CrowdActs.class, arguments);
  }

  /** The tool: counts, and may start {@code true}. */
  static int count(long by, boolean starting) throws Exception {
    if (starting) {
      new ProcessBuilder("true").start().waitFor();
    }
    return COUNTED.addAndGet((int) by);
  }

  private static void counted(boolean starting) throws Exception {
    DESK.dispatch("count", "{\"by\":1,\"starting\":" + starting + "}", () -> count(1, starting));
  }

  /**
   * F08: 64 threads at once, each with classes of its own and then a guarded call; fifty times, the
   * first time with 200 classes a thread and process starts among the calls.
   */
  static void classesOnManyThreads() throws Exception {
    int threads = 64;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    for (int round = 0; round < 50; round++) {
      boolean first = round == 0;
      CountDownLatch ready = new CountDownLatch(threads);
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        boolean starting = first && i % 4 == 0;
        all.add(
            pool.submit(
                () -> {
                  ready.countDown();
                  ready.await();
                  loadFresh(first ? 200 : 5);
                  counted(starting);
                  return null;
                }));
      }
      for (Future<?> one : all) {
        one.get();
      }
    }
    pool.shutdown();
    System.out.println("counted " + COUNTED);
  }

  private static final class Fresh extends ClassLoader {
    Fresh() {
      super(CrowdActs.class.getClassLoader());
    }

    Class<?> define(String name) {
      ClassWriter writer = new ClassWriter(0);
      writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
      writer.visitEnd();
      byte[] code = writer.toByteArray();
      return defineClass(name, code, 0, code.length);
    }
  }

  private static void loadFresh(int classes) {
    Fresh loader = new Fresh();
    for (int i = 0; i < classes; i++) {
      if (loader.define("Fresh" + i).getMethods().length == 0) {
        throw new AssertionError("a class without Object's methods");
      }
    }
  }

  /** F10: each virtual thread makes one guarded call, every fiftieth starts a process in it. */
  static void virtualThreads() throws Exception {
    int threads = 500;
    ExecutorService executor =
        (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      boolean starting = i % 5 == 0;
      all.add(
          executor.submit(
              () -> {
                counted(starting);
                return null;
              }));
    }
    for (Future<?> one : all) {
      one.get();
    }
    executor.shutdown();
    System.out.println("counted " + COUNTED);
  }

  /** What a task that keeps itself alive is told to start, and how that ended. */
  private static final SynchronousQueue<String> ORDERS = new SynchronousQueue<>();

  private static final SynchronousQueue<String> ENDINGS = new SynchronousQueue<>();

  /** The tool: may {@code touch FILE}, and leaves its task in the pool or hands it an order. */
  static String touch(String file, ExecutorService pool) throws Exception {
    if (pool != null) {
      pool.execute(() -> submitsItself(pool));
      return "left behind";
    }
    ORDERS.put(file);
    String ending = ENDINGS.take();
    new ProcessBuilder("touch", file + ".own").start().waitFor();
    return ending;
  }

  private static void submitsItself(ExecutorService pool) {
    String file = ORDERS.poll();
    if (file == null) {
      pool.execute(() -> submitsItself(pool));
      return;
    }
    try {
      String ending;
      try {
        ending = "exit " + new ProcessBuilder("touch", file).start().waitFor();
      } catch (SecurityException refused) {
        ending = refused.getMessage().substring(0, refused.getMessage().indexOf(']') + 1);
      }
      ENDINGS.put(ending);
    } catch (java.io.IOException | InterruptedException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** F11: the task that call A left behind tries to start what call B may start. */
  static void taskOfAnEarlierCall() throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    System.out.println(DESK.dispatch("touch", "{\"file\":\"a\"}", () -> touch("a", pool)));
    System.out.println(DESK.dispatch("touch", "{\"file\":\"b\"}", () -> touch("b", null)));
    pool.shutdown();
  }

  /** F12: a tool's class is deployed, called and dropped 200 times; this thread goes on. */
  static void deployedAgainAndAgain() throws Exception {
    URL[] classes = {CrowdActs.class.getProtectionDomain().getCodeSource().getLocation()};
    List<WeakReference<ClassLoader>> deployed = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      deployed.add(deployedOnce(classes));
    }
    int collected = 0;
    for (int round = 0; round < 20 && collected < deployed.size(); round++) {
      System.gc();
      // The agent forgets with the next call what went with the garbage.
      counted(true);
      System.gc();
      collected = 0;
      for (WeakReference<ClassLoader> loader : deployed) {
        collected += loader.refersTo(null) ? 1 : 0;
      }
    }
    System.out.println("deployed " + deployed.size() + ", collected " + collected);
  }

  private static WeakReference<ClassLoader> deployedOnce(URL[] classes) throws Exception {
    try (URLClassLoader loader =
        new URLClassLoader(classes, ClassLoader.getPlatformClassLoader())) {
      loader.loadClass(Deployed.class.getName()).getMethod("call").invoke(null);
      return new WeakReference<>(loader);
    }
  }

  /** An application that is deployed in a loader of its own. */
  public static final class Deployed {

    /** One honest call with an effect. */
    public static void call() throws Exception {
      new Desk().dispatch("deployed", "{\"order\":{\"id\":\"a\"}}", () -> deployed(new Order("a")));
    }

    record Order(String id) {}

    static String deployed(Order order) throws Exception {
      new ProcessBuilder("true", order.id()).start().waitFor();
      return order.id();
    }

    private Deployed() {}
  }

  private CrowdActs() {}
}
