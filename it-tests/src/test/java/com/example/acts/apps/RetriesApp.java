package com.example.acts.apps;

import com.example.acts.Act;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A tool whose process fails twice before it works, retried with a pause on a scheduler's thread.
 */
public final class RetriesApp {

  /** Fails as often as the file {@code failures} is long, then makes the file it is given. */
  private static final String FLAKY =
      "if [ -s failures ]; then printf '%s' \"$(tail -c +2 failures)\" > failures; exit 75; fi\n"
          + "touch -- \"$1\"\n";

  private static final ScheduledExecutorService PAUSES =
      Executors.newSingleThreadScheduledExecutor(
          worker -> {
            Thread thread = new Thread(worker);
            thread.setDaemon(true);
            return thread;
          });

  /** Two ways to go on after a pause, one for each call. */
  private static final List<Executor> AFTER_A_PAUSE =
      List.of(
          task -> PAUSES.schedule(task, 1, TimeUnit.MILLISECONDS),
          CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS));

  private static int calls;

  public static void main(String[] arguments) throws Exception {
    Act.perform(RetriesApp.class, arguments);
  }

  static void application() throws Exception {
    Files.writeString(Path.of("flaky"), FLAKY);
    Files.writeString(Path.of("failures"), "xx");
    System.out.println(Desk.call("fetch", "{\"file\": \"judged\"}", () -> fetch("judged")));
    Files.writeString(Path.of("failures"), "xxx");
    System.out.println(Desk.call("fetch", "{\"file\": \"never\"}", () -> fetch("never")));
    Files.writeString(Path.of("failures"), "");
    Desk.attack("fetch", "{\"file\": \"asked\"}", () -> fetch("asked"));
  }

  /** The tool: three attempts. */
  static String fetch(String file) throws Exception {
    try {
      return "fetched after "
          + attempt(() -> Desk.run("sh", "flaky", file), 1, AFTER_A_PAUSE.get(calls++ % 2)).join();
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof SecurityException refused) {
        throw refused;
      }
      return failed.getCause().getMessage();
    }
  }

  private static CompletableFuture<Integer> attempt(
      Callable<Integer> task, int number, Executor later) {
    CompletableFuture<Integer> done = new CompletableFuture<>();
    later.execute(
        () -> {
          try {
            if (task.call() == 0) {
              done.complete(number);
            } else if (number == 3) {
              done.completeExceptionally(new IllegalStateException("given up"));
            } else {
              attempt(task, number + 1, later)
                  .whenComplete(
                      (value, thrown) -> {
                        if (thrown == null) {
                          done.complete(value);
                        } else {
                          done.completeExceptionally(thrown);
                        }
                      });
            }
          } catch (Exception thrown) {
            done.completeExceptionally(thrown);
          }
        });
    return done;
  }

  private RetriesApp() {}
}
