package com.example.acts.apps;

import com.example.acts.Act;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** One call, many effects: one process per element of a list, each checked twice, some equal. */
public final class BatchApp {

  public static void main(String[] arguments) throws Exception {
    Act.perform(BatchApp.class, arguments);
  }

  static void application() throws Exception {
    List<String> pages = new ArrayList<>(List.of("judged"));
    for (int i = 0; i < 11; i++) {
      pages.add("page-" + i);
    }
    System.out.println(Desk.call("render", json(pages), () -> render(pages)));
    System.out.println(Desk.call("render", json(List.of()), () -> render(List.of())));
    Desk.attack("render", json(List.of("one", "asked")), () -> render(List.of("one", "asked")));
  }

  private static String json(List<String> pages) {
    StringBuilder json = new StringBuilder("{\"pages\": [");
    for (String page : pages) {
      json.append(json.length() == 11 ? "" : ", ").append('"').append(page).append('"');
    }
    return json.append("]}").toString();
  }

  /** The tool. */
  static String render(List<String> pages) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Integer>> tasks = new ArrayList<>();
      for (String page : pages) {
        tasks.add(() -> Desk.run("touch", page));
        tasks.add(() -> Desk.run("test", "-n", page));
        tasks.add(() -> Desk.run("test", "-n", page));
      }
      int failed = 0;
      for (Future<Integer> task : pool.invokeAll(tasks)) {
        failed += task.get();
      }
      return pages.size() + " rendered, " + failed + " failed";
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof SecurityException refused) {
        throw refused;
      }
      throw failed;
    } finally {
      pool.shutdown();
    }
  }

  private BatchApp() {}
}
