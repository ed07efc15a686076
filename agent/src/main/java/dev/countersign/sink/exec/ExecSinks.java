package dev.countersign.sink.exec;

import dev.countersign.ActionClass;
import dev.countersign.config.ExecRules;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.Effects;
import dev.countersign.weave.Site;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What is woven to bind process starts (architecture, Exec). The descriptors are the same on JDK 17
 * and 25, Linux.
 *
 * <table>
 * <caption>Sites</caption>
 * <tr><th>where</th><th>why there</th></tr>
 * <tr><td>{@code ProcessImpl.start}</td><td>decides: {@code ProcessBuilder.start}, {@code startPipeline} and {@code
 *     Runtime.exec} all pass here; argv is private, no file is open yet</td></tr>
 * <tr><td>{@code ProcessImpl.forkAndExec}</td><td>compares the bytes; sees callers by reflection; cannot be retransformed
 *     away</td></tr>
 * <tr><td>{@code ProcessImpl.<init>}</td><td>compares the bytes where {@code ProcessImpl} was loaded before us</td></tr>
 * <tr><td>{@code ProcessBuilder.startPipeline}</td><td>an early look at all stages</td></tr>
 * </table>
 */
public final class ExecSinks {

  private static final String PROCESS = "java.lang.ProcessImpl";
  private static final String START =
      "([Ljava/lang/String;Ljava/util/Map;Ljava/lang/String;[Ljava/lang/ProcessBuilder$Redirect;Z)Ljava/lang/Process;";
  private static final String FORK_AND_EXEC = "(I[B[B[BI[BI[B[IZ)I";
  private static final String CONSTRUCTOR = "([B[BI[BI[B[IZZ)V";

  /**
   * Whether {@code forkAndExec} can be wrapped: its class was not loaded before us. To be asked
   * before anything is woven.
   */
  public static boolean nativeCallIsOpen(Instrumentation instrumentation) {
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (loaded.getName().equals(PROCESS)) {
        return false;
      }
    }
    return true;
  }

  /**
   * The sites of the process sink.
   *
   * @param agentJar file name of this agent, by which a child JVM's command line shows that it has
   *     it
   * @param holes where what turns out not to be covered is said
   * @param nativeCall {@link #nativeCallIsOpen}. If not, the native call is a hole, and with {@code
   *     exec.native: required} a reason not to start (exit code 78)
   */
  public static List<Site> sites(
      Effects effects,
      ExecRules rules,
      ProcessAccess access,
      OwnEnvironment own,
      String version,
      String agentJar,
      Consumer<String> holes,
      boolean nativeCall) {
    Environments environments = new Environments(access, own, rules.envIgnore());
    Permits permits = new Permits();
    StartRules starts = new StartRules(rules, environments, agentJar, holes);
    List<Site> sites = new ArrayList<>(3);
    sites.add(
        Site.on(PROCESS)
            .at("start", START)
            .replacing()
            .required()
            .refuses(ActionClass.PROCESS_START)
            .to(
                new ProcessStartSink(
                    effects,
                    access,
                    environments,
                    permits,
                    starts,
                    new Adapter("countersign.exec", version, ProcessStartSink.HOOK))));
    if (nativeCall) {
      sites.add(
          Site.onNative(PROCESS)
              .at("forkAndExec", FORK_AND_EXEC)
              .replacing()
              .required()
              .refuses(ActionClass.PROCESS_START)
              .to(
                  ForkAndExecSink.atNative(
                      effects,
                      access,
                      environments,
                      permits,
                      starts,
                      new Adapter("countersign.exec", version, "java.lang.ProcessImpl#forkAndExec"),
                      System.getProperty("java.home"))));
    } else {
      sites.add(
          Site.onConstructor(PROCESS)
              .at(CONSTRUCTOR)
              .replacing()
              .required()
              .refuses(ActionClass.PROCESS_START)
              .to(
                  ForkAndExecSink.atConstructor(
                      effects,
                      access,
                      environments,
                      permits,
                      starts,
                      new Adapter("countersign.exec", version, "java.lang.ProcessImpl#<init>"))));
    }
    sites.add(
        Site.onEntry("java.lang.ProcessBuilder")
            .at("startPipeline", "(Ljava/util/List;)Ljava/util/List;")
            .required()
            .refuses(ActionClass.PROCESS_START)
            .to(
                new PipelineSink(
                    effects,
                    access,
                    environments,
                    starts,
                    new Adapter(
                        "countersign.exec", version, "java.lang.ProcessBuilder#startPipeline"))));
    return sites;
  }

  private ExecSinks() {}
}
