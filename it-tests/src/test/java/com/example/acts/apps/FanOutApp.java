package com.example.acts.apps;

import com.example.acts.Act;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A call that fans out three times: futures, a parallel stream, a thread for each task. */
public final class FanOutApp {

  public static void main(String[] arguments) throws Exception {
    Act.perform(FanOutApp.class, arguments);
  }

  static void application() throws Exception {
    List<String> files = List.of("judged", "b", "c", "d", "e", "f", "g", "h");
    System.out.println(Desk.call("spread", json(files), () -> spread(files)));
    System.out.println(Desk.call("spread", json(List.of("i")), () -> spread(List.of("i"))));
    Desk.attack("spread", json(List.of("asked")), () -> spread(List.of("asked")));
  }

  private static String json(List<String> files) {
    return "{\"files\": [\"" + String.join("\", \"", files) + "\"]}";
  }

  /** The tool: three effects for each file. */
  static String spread(List<String> files) throws Exception {
    try {
      return futures(files) + " " + stream(files) + " " + threads(files);
    } catch (CompletionException | ExecutionException failed) {
      if (failed.getCause() instanceof SecurityException refused) {
        throw refused;
      }
      throw failed;
    }
  }

  private static int futures(List<String> files) {
    CompletableFuture<Integer> sum = CompletableFuture.completedFuture(0);
    for (String file : files) {
      sum =
          sum.thenCombine(
              CompletableFuture.supplyAsync(() -> file)
                  .thenApplyAsync(name -> start(name))
                  .thenCompose(CompletableFuture::completedFuture),
              Integer::sum);
    }
    return sum.join();
  }

  private static int stream(List<String> files) {
    return files.parallelStream().mapToInt(FanOutApp::start).sum();
  }

  private static int threads(List<String> files) throws Exception {
    ExecutorService executor = perTask();
    try {
      List<Future<Integer>> futures = new ArrayList<>();
      for (String file : files) {
        futures.add(executor.submit(() -> start(file)));
      }
      int sum = 0;
      for (Future<Integer> future : futures) {
        sum += future.get();
      }
      return sum;
    } finally {
      executor.shutdown();
    }
  }

  /** Virtual threads where the JDK has them. */
  private static ExecutorService perTask() throws Exception {
    return Runtime.version().feature() < 21
        ? Executors.newCachedThreadPool()
        : (ExecutorService)
            Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }

  private static int start(String file) {
    try {
      return Desk.run("touch", file);
    } catch (RuntimeException refused) {
      throw refused;
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  private FanOutApp() {}
}
