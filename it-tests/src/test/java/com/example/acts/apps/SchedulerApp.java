package com.example.acts.apps;

import com.example.acts.Act;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A scheduler beside tools: it probes something with a process of its own, and writes a report with
 * the very method that is a tool as well.
 */
public final class SchedulerApp {

  private static final AtomicInteger FAILED = new AtomicInteger();

  public static void main(String[] arguments) throws Exception {
    Act.perform(SchedulerApp.class, arguments);
  }

  static void application() throws Exception {
    ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(2);
    CountDownLatch probed = new CountDownLatch(5);
    CountDownLatch reported = new CountDownLatch(3);
    scheduler.scheduleAtFixedRate(() -> guarded(probed, "true"), 0, 1, TimeUnit.MILLISECONDS);
    scheduler.scheduleWithFixedDelay(
        () -> guarded(reported, "touch", "nightly"), 0, 1, TimeUnit.MILLISECONDS);
    for (int i = 0; i < 3; i++) {
      String file = i == 0 ? "judged" : "report-" + i;
      System.out.println(Desk.call("report", "{\"file\": \"" + file + "\"}", () -> report(file)));
    }
    probed.await();
    reported.await();
    scheduler.shutdown();
    scheduler.awaitTermination(1, TimeUnit.MINUTES);
    System.out.println("scheduled tasks failed: " + FAILED);
    Desk.attack("report", "{\"file\": \"asked\"}", () -> report("asked"));
  }

  private static void guarded(CountDownLatch done, String program, String... arguments) {
    try {
      if (arguments.length == 0 ? Desk.run(program) != 0 : report(arguments[0]) != 0) {
        FAILED.incrementAndGet();
      }
    } catch (Exception failed) {
      FAILED.incrementAndGet();
    }
    done.countDown();
  }

  /** The tool. */
  static int report(String file) throws Exception {
    return Desk.run("touch", file);
  }

  private SchedulerApp() {}
}
