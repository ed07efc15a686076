package com.example.acts.tools;

import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.FutureTask;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.MethodDelegation;
import net.bytebuddy.implementation.bind.annotation.AllArguments;
import net.bytebuddy.implementation.bind.annotation.Morph;
import net.bytebuddy.implementation.bind.annotation.RuntimeType;
import net.bytebuddy.matcher.ElementMatchers;

/**
 * What an application with a dispatcher of its own does with tool calls: honest acts, then attacks.
 */
public final class ToolActs {

  private static final Desk DESK = new Desk();
  private static final Tools TOOLS = new Tools();
  private static final String BOB = "{\"name\":\"bob\"}";
  private static final String CREATE = "{\"id\":\"a\",\"cents\":100}";

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

  static void varargsAsAnArray() throws Exception {
    DESK.dispatch("join", "{\"parts\":[\"a\",\"b\"]}", () -> TOOLS.join(new String[] {"a", "b"}));
  }

  static void noVarargs() throws Exception {
    DESK.dispatch("join", "{\"parts\":[]}", () -> TOOLS.join());
  }

  static void throughAnInheritedBridge() throws Exception {
    Handler<String> handler = new Tools.Inheriting();
    DESK.dispatch("handle", "{\"value\":\"x\"}", () -> handler.handle("x"));
  }

  static void byReflection() throws Exception {
    DESK.dispatch(
        "create",
        CREATE,
        () ->
            Tools.class
                .getDeclaredMethod("create", String.class, long.class)
                .invoke(TOOLS, "a", 100L));
  }

  static void throughAMethodReference() throws Exception {
    java.util.function.ToLongFunction<Long> factorial = TOOLS::factorial;
    DESK.dispatch("factorial", "{\"n\":1}", () -> factorial.applyAsLong(1L));
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

  static void superCallOfASuperCall() throws Exception {
    DESK.dispatch("create", CREATE, () -> new Tools.MoreCareful().create("a", 100));
  }

  static void recursion() throws Exception {
    DESK.dispatch("factorial", "{\"n\":3}", () -> TOOLS.factorial(3));
  }

  static void jdkProxy() throws Exception {
    Greeting proxy = around(TOOLS, 1, "bob");
    DESK.dispatch("greet", BOB, () -> proxy.greet("bob"));
  }

  static void proxyAroundAProxy() throws Exception {
    Greeting proxy = around(around(TOOLS, 1, "bob"), 1, "bob");
    DESK.dispatch("greet", BOB, () -> proxy.greet("bob"));
  }

  /** What an AOP framework makes of a class without interfaces: a generated subclass. */
  static void generatedSubclass() throws Exception {
    Tools proxy = generated(new Advised(100));
    DESK.dispatch("create", CREATE, () -> proxy.create("a", 100));
  }

  static void proxyAroundAGeneratedSubclass() throws Exception {
    Greeting proxy = around(generated(new Advised(100)), 1, "bob");
    DESK.dispatch("greet", BOB, () -> proxy.greet("bob"));
  }

  /** A proxy that calls a tool so many times, with that name. */
  private static Greeting around(Greeting inner, int times, String name) {
    return (Greeting)
        Proxy.newProxyInstance(
            ToolActs.class.getClassLoader(),
            new Class<?>[] {Greeting.class},
            (self, method, args) -> {
              System.out.println("interceptor");
              Object result = null;
              for (int i = 0; i < times; i++) {
                result = method.invoke(inner, name);
              }
              return result;
            });
  }

  /** Calls the original with other arguments than it was called with, or with the same. */
  public static final class Advised {
    private final long cents;

    Advised(long cents) {
      this.cents = cents;
    }

    /** Proceeds as an interceptor of CGLIB does, with an array of arguments. */
    @RuntimeType
    public Object intercept(@Morph Proceed original, @AllArguments Object[] args) {
      System.out.println("advice");
      args[1] = cents;
      return original.proceed(args);
    }
  }

  /** The original method. */
  public interface Proceed {
    /** Runs it. */
    Object proceed(Object[] args);
  }

  private static Tools generated(Advised advice) throws Exception {
    return new ByteBuddy()
        .subclass(Tools.class)
        .method(ElementMatchers.named("create"))
        .intercept(
            MethodDelegation.withDefaultConfiguration()
                .withBinders(Morph.Binder.install(Proceed.class))
                .to(advice))
        .make()
        .load(
            Tools.class.getClassLoader(),
            ClassLoadingStrategy.UsingLookup.of(java.lang.invoke.MethodHandles.lookup()))
        .getLoaded()
        .getDeclaredConstructor()
        .newInstance();
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

  static void varargsJoined() throws Exception {
    DESK.dispatch("join", "{\"parts\":[\"a\",\"b\"]}", () -> TOOLS.join("a+b"));
  }

  static void oneMoreVararg() throws Exception {
    DESK.dispatch("join", "{\"parts\":[\"a\",\"b\"]}", () -> TOOLS.join("a", "b", "c"));
  }

  static void bridgeWithAnotherValue() throws Exception {
    Handler<String> handler = TOOLS;
    DESK.dispatch("handle", "{\"value\":\"x\"}", () -> handler.handle("y"));
  }

  static void superCallWithAnotherAmount() throws Exception {
    DESK.dispatch("create", CREATE, () -> new Tools.Careless().create("a", 100));
  }

  static void proxyWithAnotherName() throws Exception {
    Greeting proxy = around(TOOLS, 1, "mallory");
    DESK.dispatch("greet", BOB, () -> proxy.greet("bob"));
  }

  static void generatedSubclassWithAnotherAmount() throws Exception {
    Tools proxy = generated(new Advised(101));
    DESK.dispatch("create", CREATE, () -> proxy.create("a", 100));
  }

  static void superCallTwice() throws Exception {
    DESK.dispatch("create", CREATE, () -> new Tools.Persistent().create("a", 100));
  }

  static void proxyThatTriesAgain() throws Exception {
    Greeting proxy = around(TOOLS, 2, "bob");
    DESK.dispatch("greet", BOB, () -> proxy.greet("bob"));
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
    try {
      DESK.dispatch(
          "later",
          "{\"how\":\"" + how[0] + "\"}",
          () -> {
            TOOLS.later(how[0]);
            return TOOLS.later("plain");
          });
    } finally {
      Results.callIsOver();
    }
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

  /** What was judged, and what looks like it or is taken for it somewhere. */
  private static final Map<String, String[]> LOOK_ALIKES =
      Map.ofEntries(
          Map.entry("decomposed", new String[] {"caf\u00e9", "cafe\u0301"}),
          Map.entry("composed", new String[] {"cafe\u0301", "caf\u00e9"}),
          Map.entry("anotherScript", new String[] {"paypal", "p\u0430yp\u0430l"}),
          Map.entry("zeroWidthSpace", new String[] {"bob", "bo\u200bb"}),
          Map.entry("zeroWidthJoiner", new String[] {"bob", "bo\u200db"}),
          Map.entry("byteOrderMark", new String[] {"bob", "\ufeffbob"}),
          Map.entry("softHyphen", new String[] {"bob", "bo\u00adb"}),
          Map.entry("rightToLeft", new String[] {"bob", "\u202ebob"}),
          Map.entry("noBreakSpace", new String[] {"to bob", "to\u00a0bob"}),
          Map.entry("fullWidth", new String[] {"bob", "\uff42ob"}),
          Map.entry("kelvinSign", new String[] {"1K", "1\u212a"}),
          Map.entry("ligature", new String[] {"file", "\ufb01le"}),
          Map.entry("variationSelector", new String[] {"bob", "bob\ufe0f"}),
          Map.entry("anotherCase", new String[] {"bob", "Bob"}),
          Map.entry("trailingBlank", new String[] {"bob", "bob "}),
          Map.entry("trailingNul", new String[] {"bob", "bob\0"}));

  static void lookAlike(String[] kind) throws Exception {
    String[] pair = LOOK_ALIKES.get(kind[0]);
    DESK.dispatch("run", "{\"value\":\"" + pair[0] + "\"}", () -> TOOLS.run(pair[1]));
  }

  /** What was judged itself, in whatever form it came. */
  static void asJudged(String[] kind) throws Exception {
    String[] pair = LOOK_ALIKES.get(kind[0]);
    DESK.dispatch("run", "{\"value\":\"" + pair[0] + "\"}", () -> TOOLS.run(pair[0]));
  }

  private ToolActs() {}
}
