package com.example.acts;

import java.util.concurrent.CompletableFuture;

/** Effects beside those that the tool {@code touch} of {@link CarryActs} has by itself. */
final class Afterwards {

  /** What takes a task and has it run somewhere. */
  interface Workers {
    void run(Runnable task) throws Exception;
  }

  /** The tool's own effect, and what the workers that it made grow do for somebody else. */
  static void outside(CarryActs.Step growing, Workers workers) throws Exception {
    tool(growing);
    ended(workers, "fired");
  }

  /** The tool has another effect, where those workers run it. */
  static void own(String file, Workers workers) throws Exception {
    CompletableFuture<Object> ended = new CompletableFuture<>();
    tool(
        () -> {
          workers.run(() -> ended.complete(touched(file)));
          ended.join();
        });
    rethrown(ended);
  }

  /** A call of the tool, which does this besides. */
  static void tool(CarryActs.Step besides) throws Exception {
    CarryActs.growing = besides;
    CarryActs.touch("judged", "judged", "growing");
  }

  /** Waits for an effect that no call has. */
  static void ended(Workers workers, String file) throws Exception {
    CompletableFuture<Object> ended = new CompletableFuture<>();
    workers.run(() -> ended.complete(touched(file)));
    rethrown(ended);
  }

  static void rethrown(CompletableFuture<Object> ended) {
    if (ended.join() instanceof RuntimeException refused) {
      throw refused;
    }
  }

  /** What came of it. */
  static Object touched(String file) {
    try {
      return new ProcessBuilder("touch", file).start().waitFor();
    } catch (RuntimeException refused) {
      return refused;
    } catch (Exception failed) {
      return new IllegalStateException(failed);
    }
  }

  private Afterwards() {}
}
