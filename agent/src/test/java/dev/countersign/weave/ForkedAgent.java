package dev.countersign.weave;

import dev.countersign.ActionClass;
import dev.countersign.gate.Handoff;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;

/**
 * An agent and a program in one, for a JVM of its own: weaves sinks of the JDK, does what its
 * argument says, prints what the handlers saw.
 */
public final class ForkedAgent {

  private static final String START =
      "([Ljava/lang/String;Ljava/util/Map;Ljava/lang/String;"
          + "[Ljava/lang/ProcessBuilder$Redirect;Z)Ljava/lang/Process;";

  static final List<String> SEEN = new ArrayList<>();
  static Weaver weaver;
  private static Class<?> named;
  private static Instrumentation another;

  /** Weaves; with {@code early}, after the classes to weave were loaded. */
  public static void premain(String option, Instrumentation instrumentation) throws IOException {
    if ("early".equals(option)) {
      new ProcessBuilder("true").start();
    }
    another = instrumentation;
    named = new NamedParameters().define();
    weaver = new Weaver(true);
    ThreadLocal<CheckCell> cells = ThreadLocal.withInitial(() -> new CheckCell() {});
    Handoff.give(weaver.dispatch(cells::get, (site, failed) -> failed.printStackTrace(System.err)));
    weaver.add(
        List.of(
            site(Site.on("java.lang.ProcessImpl").at("start", START).required()),
            site(Site.onNative("java.lang.ProcessImpl").at("forkAndExec", "(")),
            site(Site.onEntry("java.lang.Thread").at("start", "()V").carrying()),
            site(
                Site.onCall("java.util.concurrent.ThreadPoolExecutor")
                    .at("runWorker", "(")
                    .before("java/lang/Runnable", "run", "()V")
                    .carrying()),
            site(Site.on("Named").at("take", "(J)V"))));
    weaver.install(instrumentation);
  }

  private static Site site(Site.Builder builder) {
    return builder.refuses(ActionClass.PROCESS_START).to(new Line());
  }

  /** Does what {@code args[0]} names. */
  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "exec" -> new ProcessBuilder("true").start().waitFor();
      case "pool" -> {
        java.util.concurrent.ExecutorService pool =
            java.util.concurrent.Executors.newSingleThreadExecutor();
        pool.submit(() -> SEEN.add("task")).get();
        pool.shutdown();
      }
      case "late" -> {
        Late.value(1);
        String failed =
            weaver.addAndRetransform(
                Late.class,
                List.of(site(Site.on(Late.class.getName()).at("value", "(I)I").replacing())));
        SEEN.add("added " + failed + " " + Late.value(2));
      }
      case "deep" -> {
        weaver.add(
            List.of(
                Site.on(Late.class.getName()).at("value", "(I)I").to((woven, self, in) -> null)));
        weaver.onMissed(name -> SEEN.add("missed " + name));
        weaver.onChange(() -> {});
        SEEN.add("deep " + new LoadedDeep().everyOneIsWoven(weaver));
      }
      case "names" -> SEEN.add(named.getMethod("take", long.class).getParameters()[0].toString());
      case "pristine" -> {
        another.addTransformer(new Pristine(), true);
        try {
          another.retransformClasses(Class.forName("java.lang.ProcessImpl"));
          SEEN.add("retransformed");
        } catch (UnsupportedOperationException deletesAMethod) {
          SEEN.add("kept");
        }
        new ProcessBuilder("true").start().waitFor();
      }
      default -> throw new IllegalArgumentException(args[0]);
    }
    for (WovenReport.Line line : weaver.report().lines()) {
      SEEN.add(line.site().method() + ": " + line.state().text() + " " + line.reason());
    }
    System.out.println(String.join("\n", SEEN));
  }

  /** Gives back class files as the JDK has them, as a careless agent after ours would. */
  private static final class Pristine implements java.lang.instrument.ClassFileTransformer {
    @Override
    public byte[] transform(
        Module module,
        ClassLoader loader,
        String name,
        Class<?> redefined,
        java.security.ProtectionDomain domain,
        byte[] classFile) {
      if (!"java/lang/ProcessImpl".equals(name)) {
        return null;
      }
      try (java.io.InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
        return in.readAllBytes();
      } catch (IOException broken) {
        return null;
      }
    }
  }

  private static final class Line implements SiteHandler {
    @Override
    public Object enter(WovenMethod woven, Object self, Object[] args) {
      SEEN.add("enter " + woven.method() + " " + args.length);
      return this;
    }

    @Override
    public Object exit(Object token, Object result, Throwable thrown) {
      SEEN.add("exit " + (thrown == null ? "normally" : "with " + thrown));
      return result;
    }
  }

  /** Loaded before it is named. */
  static final class Late {
    static int value(int n) {
      return n * 3;
    }

    private Late() {}
  }

  private ForkedAgent() {}
}
