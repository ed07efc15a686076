package com.example.acts.tools;

import java.util.concurrent.CompletableFuture;

/** Tools that return before they have done what they were asked for. */
public final class ResultActs {

  private static final Desk DESK = new Desk();

  /** What does nothing more: only how it ended counts. */
  static Object ending(String how) {
    return Results.of(how, () -> "done");
  }

  /** May {@code touch FILE}; touches {@code touched} when its result is consumed. */
  static Object touching(String file, String touched, String how) {
    return Results.of(how, () -> touch(touched));
  }

  private static Runnable LEFT_BEHIND;

  /** Has ended when it returns, but leaves code behind that has not. */
  static Object leaving(String file) {
    LEFT_BEHIND = () -> touch(file);
    return "done";
  }

  static void ending(String[] how) throws Exception {
    Results.callBegins();
    Object result =
        DESK.dispatch("ending_" + how[0], "{\"how\":\"" + how[0] + "\"}", () -> ending(how[0]));
    Results.callIsOver();
    if (result != null && result.getClass() == CompletableFuture.class) {
      CompletableFuture<?> future = (CompletableFuture<?>) result;
      System.out.println(
          future.handle((value, thrown) -> thrown == null ? value : "failed").join());
    } else {
      System.out.println(result != null);
    }
  }

  /** What is consumed after the call does what was declared. */
  static void declared(String[] how) throws Exception {
    String file = "declared-" + how[0];
    Results.consume(touchingLater(file, file, how[0]));
  }

  static void declaredTwice(String[] how) throws Exception {
    String file = "declared-twice-" + how[0];
    Object result = touchingLater(file, file, how[0]);
    Results.consume(result);
    System.out.println("once");
    Results.consume(result);
  }

  /** What is consumed after the call does something else. */
  static void undeclared(String[] how) throws Exception {
    Results.consume(touchingLater("judged", "undeclared-" + how[0], how[0]));
  }

  static void leftBehind() throws Exception {
    DESK.dispatch("leaving", "{\"file\":\"left-behind\"}", () -> leaving("left-behind"));
    LEFT_BEHIND.run();
  }

  private static Object touchingLater(String file, String touched, String how) throws Exception {
    Results.callBegins();
    Object result =
        DESK.dispatch(
            "touching",
            "{\"file\":\"" + file + "\",\"touched\":\"" + touched + "\",\"how\":\"" + how + "\"}",
            () -> touching(file, touched, how));
    Results.callIsOver();
    return result;
  }

  private static String touch(String file) {
    try {
      return "exit " + new ProcessBuilder("touch", file).start().waitFor();
    } catch (java.io.IOException | InterruptedException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private ResultActs() {}
}
