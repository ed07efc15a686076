package dev.countersign.sink.exec;

import dev.countersign.config.ExecRules;
import dev.countersign.effect.ExecIntent;
import dev.countersign.effect.Interpreters;
import dev.countersign.effect.Verb;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.Observation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * What is to be said of a process start beside its comparison: an interpreter that gets its program
 * through a pipe (spec 5.5, {@code exec.stdin}), and a JVM that is started without this agent.
 * Neither is part of the request, so no preview can bind it.
 */
final class StartRules {

  /** The interpreter's program comes through standard input and is not compared. */
  static final String UNBOUND_STDIN = "unbound_stdin";

  /** A JVM of which nobody in it will see the effects. */
  static final String CHILD_JVM = "child_jvm_uncovered";

  private static final String[] OPTION_VARIABLES = {
    "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"
  };

  private final boolean interpretersRefused;
  private final Environments environments;
  private final String agentJar;
  private final Consumer<String> holes;
  private final AtomicBoolean childSaid = new AtomicBoolean();

  /**
   * @param agentJar file name of this agent, by which it is known in another command line
   * @param holes where what turns out not to be covered is said
   */
  StartRules(ExecRules rules, Environments environments, String agentJar, Consumer<String> holes) {
    this.interpretersRefused = rules.interpretersRefused();
    this.environments = environments;
    this.agentJar = agentJar;
    this.holes = holes;
  }

  /** The start as it is judged. */
  Observation observation(ExecIntent intent, List<String> divergent, Adapter adapter) {
    List<String> findings = new ArrayList<>(0);
    boolean unboundInput =
        isOpen(intent.stdin()) && Interpreters.readsProgramFromInput(intent.argv());
    if (unboundInput) {
      findings.add(UNBOUND_STDIN);
    }
    if (isJvm(intent.argv().get(0)) && !carriesAgent(intent)) {
      findings.add(CHILD_JVM);
    }
    return new Observation(
        Verb.EXEC,
        intent.toJson(),
        intent.argv().get(0),
        divergent,
        adapter,
        null,
        unboundInput && interpretersRefused,
        findings);
  }

  /**
   * It was not refused: said once for all JVMs that are started, every entry says it for its own.
   */
  void fires(Observation observed) {
    if (observed.findings().contains(CHILD_JVM) && childSaid.compareAndSet(false, true)) {
      holes.accept(
          "this application starts a JVM without this agent: its start is bound, what it does is"
              + " not. Give it the agent as well, in its command line or in JAVA_TOOL_OPTIONS");
    }
  }

  /** What is read there is no part of the request: a pipe, or what this JVM reads itself. */
  private static boolean isOpen(Object stdin) {
    if (stdin instanceof Map<?, ?> file) {
      String path = String.valueOf(file.get("read"));
      return path.equals("/dev/stdin")
          || path.startsWith("/dev/fd/")
          || path.startsWith("/proc/self/fd/");
    }
    return !ExecIntent.DISCARD.equals(stdin);
  }

  private static boolean isJvm(String program) {
    String name = program.substring(program.lastIndexOf('/') + 1);
    return name.equals("java") || name.equals("javaw");
  }

  private boolean carriesAgent(ExecIntent intent) {
    for (String element : intent.argv()) {
      if (element.startsWith("-javaagent:") && element.contains(agentJar)) {
        return true;
      }
    }
    for (String name : OPTION_VARIABLES) {
      String value =
          intent.envSet().containsKey(name)
              ? intent.envSet().get(name)
              : intent.envUnset().contains(name) ? null : environments.value(name);
      if (value != null && value.contains("-javaagent:") && value.contains(agentJar)) {
        return true;
      }
    }
    return false;
  }
}
