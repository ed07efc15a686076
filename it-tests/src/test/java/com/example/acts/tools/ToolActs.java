package com.example.acts.tools;

import com.example.acts.Act;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;

/**
 * What an application with a dispatcher of its own does with tool calls: honest acts, then attacks.
 */
public final class ToolActs {

  private static final Desk DESK = new Desk();
  private static final Tools TOOLS = new Tools();
  private static final String CREATE = "{\"id\":\"a\",\"cents\":100}";

  public static void main(String[] arguments) throws Exception {
    Act.perform(ToolActs.class, arguments);
  }

  // Honest: one logical call each.

  static void plain() throws Exception {
    DESK.dispatch("create", CREATE, () -> TOOLS.create("a", 100));
  }

  static void overload() throws Exception {
    DESK.dispatch("run", "{\"value\":\"x\"}", () -> TOOLS.run("x"));
  }

  static void throughItsBridge() throws Exception {
    Handler<String> handler = TOOLS;
    DESK.dispatch("handle", "{\"value\":\"x\"}", () -> handler.handle("x"));
  }

  static void varargs() throws Exception {
    DESK.dispatch("join", "{\"parts\":[\"a\",\"b\"]}", () -> TOOLS.join("a", "b"));
  }

  static void staticMethod() throws Exception {
    DESK.dispatch("twice", "{\"value\":21}", () -> Tools.twice(21));
  }

  static void defaultMethod() throws Exception {
    DESK.dispatch("greet", "{\"name\":\"bob\"}", () -> TOOLS.greet("bob"));
  }

  static void synchronizedMethod() throws Exception {
    DESK.dispatch(
        "hold",
        "{\"value\":\"x\"}",
        () -> {
          TOOLS.hold("x");
          return null;
        });
  }

  static void superCall() throws Exception {
    DESK.dispatch("create", CREATE, () -> new Tools.Careful().create("a", 100));
  }

  static void recursion() throws Exception {
    DESK.dispatch("factorial", "{\"n\":3}", () -> TOOLS.factorial(3));
  }

  static void jdkProxy() throws Exception {
    Greeting proxy =
        (Greeting)
            Proxy.newProxyInstance(
                ToolActs.class.getClassLoader(),
                new Class<?>[] {Greeting.class},
                (self, method, args) -> {
                  Tools.ran("interceptor");
                  return method.invoke(TOOLS, args);
                });
    DESK.dispatch("greet", "{\"name\":\"bob\"}", () -> proxy.greet("bob"));
  }

  static void onAnotherThread() throws Exception {
    DESK.dispatch(
        "create",
        CREATE,
        () -> {
          FutureTask<String> task = new FutureTask<>(() -> TOOLS.create("a", 100));
          Thread thread = new Thread(task);
          thread.start();
          thread.join();
          return task.get();
        });
  }

  static void fails() throws Exception {
    DESK.dispatch("fail", "{\"message\":\"no\"}", () -> TOOLS.fail("no"));
  }

  static void neverCarriedOut() throws Exception {
    DESK.dispatch("create", CREATE, () -> null);
    System.out.println("ended");
  }

  static void outsideAnyCall() {
    TOOLS.create("health", 0);
  }

  static void numericString() throws Exception {
    DESK.dispatch("create", "{\"id\":\"a\",\"cents\":\"100\"}", () -> TOOLS.create("a", 100));
  }

  static void later(String[] how) throws Exception {
    Object result =
        DESK.dispatch("later", "{\"how\":\"" + how[0] + "\"}", () -> TOOLS.later(how[0]));
    Later.RETURNED.countDown();
    if (result instanceof CompletableFuture<?> future && !how[0].equals("subclass")) {
      System.out.println(
          future.handle((value, thrown) -> thrown == null ? value : "failed").join());
    } else {
      System.out.println(result != null);
    }
  }

  // Attacks.

  static void amountChanged() throws Exception {
    DESK.dispatch("create", CREATE, () -> TOOLS.create("a", 101));
  }

  static void precisionLost() throws Exception {
    DESK.dispatch(
        "create",
        "{\"id\":\"a\",\"cents\":9007199254740993}",
        () -> TOOLS.create("a", (long) 9007199254740993.0));
  }

  static void anotherMethod() throws Exception {
    DESK.dispatch("create", CREATE, () -> TOOLS.run("a"));
  }

  static void anotherOverload() throws Exception {
    DESK.dispatch("run", "{\"value\":\"x\"}", () -> TOOLS.run((Object) "x"));
  }

  static void carriedOutTwice() throws Exception {
    DESK.dispatch(
        "create",
        CREATE,
        () -> {
          TOOLS.create("a", 100);
          return TOOLS.create("a", 100);
        });
  }

  /**
   * The approved call's future is still open when the same method is called with something else.
   */
  static void againWhilePending(String[] how) throws Exception {
    DESK.dispatch(
        "later",
        "{\"how\":\"" + how[0] + "\"}",
        () -> {
          TOOLS.later(how[0]);
          return TOOLS.later("plain");
        });
  }

  static void mapMutated() throws Exception {
    Map<String, Object> values = new HashMap<>(Map.of("to", "bob"));
    DESK.dispatch(
        "merge",
        "{\"values\":{\"to\":\"bob\"}}",
        () -> {
          values.put("to", "mallory");
          return TOOLS.merge(values);
        });
  }

  static void duplicateKeys() throws Exception {
    DESK.dispatch(
        "create", "{\"id\":\"a\",\"cents\":1,\"cents\":100}", () -> TOOLS.create("a", 100));
  }

  static void escapedDuplicateKeys() throws Exception {
    DESK.dispatch(
        "create",
        "{\"id\":\"a\",\"id\":\"b\",\"cents\":100}".replace("\"id\":\"b\"", "\"\\u0069d\":\"b\""),
        () -> TOOLS.create("b", 100));
  }

  static void lookAlike() throws Exception {
    DESK.dispatch("run", "{\"value\":\"caf\u00e9\"}", () -> TOOLS.run("cafe\u0301"));
  }

  static void lyingMap() throws Exception {
    DESK.dispatch(
        "merge",
        "{\"values\":{\"to\":\"bob\"}}",
        () -> TOOLS.merge(new LyingMap(Map.of("to", "bob"))));
  }

  /** Shows other entries from the second look on. */
  private static final class LyingMap extends HashMap<String, Object> {
    private static final long serialVersionUID = 1L;
    private int looks;

    LyingMap(Map<String, Object> honest) {
      super(honest);
    }

    @Override
    public java.util.Set<Map.Entry<String, Object>> entrySet() {
      if (looks++ > 0) {
        put("to", "mallory");
      }
      return super.entrySet();
    }
  }

  private ToolActs() {}
}
