package dev.countersign.weave;

import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Watches the other Java agents of this JVM: their class file transformers, their redefinitions,
 * and agents that are attached while the application runs, whichever way they come.
 *
 * <p>All of them act through {@code sun.instrument.InstrumentationImpl}, each through an instance
 * of its own; so the gate stands there.
 *
 * <table>
 * <caption>Sites</caption>
 * <tr><th>method</th><th>what happens</th></tr>
 * <tr><td>{@code addTransformer}</td><td>the transformer is wrapped, see {@link
 *     WatchedTransformer}</td></tr>
 * <tr><td>{@code removeTransformer}, {@code setNativeMethodPrefix}</td><td>get the wrapper in its
 *     place</td></tr>
 * <tr><td>{@code redefineClasses}</td><td>definitions of the agent's own classes and of JDK classes
 *     that carry a gate are left out. Application classes may be redefined: they are woven
 *     again</td></tr>
 * <tr><td>{@code redefineModule}</td><td>{@code java.instrument} stays closed, so that reflection
 *     does not reach past this table</td></tr>
 * <tr><td>{@code loadClassAndStartAgent}</td><td>a late agent is a hole: said and recorded before
 *     any of its code runs</td></tr>
 * </table>
 *
 * <p>In {@code observe} nothing is left out and no change is taken back; it is said and recorded.
 *
 * <p>An agent that an attacker wrote can still change any class that carries no gate, and native
 * agents pass none of these methods: that is why each is a hole.
 */
public final class OtherAgents implements SiteHandler {

  private static final String IMPLEMENTATION = "sun.instrument.InstrumentationImpl";
  private static final String TRANSFORMER = "Ljava/lang/instrument/ClassFileTransformer;";

  private final Weaver weaver;
  private final List<WatchedTransformer> watched = new ArrayList<>();

  /** Kinds of transformers of which it was said that they leave the gates alone. */
  private final Set<String> announced = Collections.synchronizedSet(new HashSet<>());

  /**
   * @param weaver hears of what other agents do, see {@link Weaver#onFinding}
   */
  public OtherAgents(Weaver weaver) {
    this.weaver = weaver;
  }

  /** What is woven for it. The implementation of diagnostic commands is loaded on first use. */
  public List<Site> sites() {
    return List.of(
        on("addTransformer", "(" + TRANSFORMER + "Z)V"),
        on("removeTransformer", "(" + TRANSFORMER + ")Z"),
        on("setNativeMethodPrefix", "(" + TRANSFORMER + "Ljava/lang/String;)V"),
        on("redefineClasses", "([Ljava/lang/instrument/ClassDefinition;)V"),
        on(
            "redefineModule",
            "(Ljava/lang/Module;Ljava/util/Set;Ljava/util/Map;Ljava/util/Map;Ljava/util/Set;Ljava/util/Map;)V"),
        on("loadClassAndStartAgent", "(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)V"),
        Site.onEntry("com.sun.management.internal.DiagnosticCommandImpl")
            .at(
                "invoke",
                "(Ljava/lang/String;[Ljava/lang/Object;[Ljava/lang/String;)Ljava/lang/Object;")
            .carrying()
            .to(this));
  }

  private Site on(String method, String descriptor) {
    return Site.onEntry(IMPLEMENTATION).at(method, descriptor).replacing().required().to(this);
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    watch(woven, self, args);
    weaver.tellFindings();
    return null;
  }

  /**
   * A check may be the first that needs a class, and then another agent's transformer runs in it:
   * what it does there is changed as anywhere else. What is found waits for a thread of the agent,
   * because the check may be writing to the books.
   */
  @Override
  public boolean enterInsideCheck(WovenMethod woven, Object self, Object[] args) {
    watch(woven, self, args);
    return true;
  }

  private void watch(WovenMethod woven, Object self, Object[] args) {
    switch (woven.method()) {
      case "addTransformer":
        added(self, args);
        break;
      case "removeTransformer":
        args[0] = wrapperOf(self, args[0], true);
        break;
      case "setNativeMethodPrefix":
        args[0] = wrapperOf(self, args[0], false);
        break;
      case "redefineClasses":
        redefining(args);
        break;
      case "redefineModule":
        opening(args);
        break;
      case "loadClassAndStartAgent":
        starting(args);
        break;
      default:
        diagnosing(args);
        break;
    }
  }

  private void added(Object self, Object[] args) {
    if (args[0] instanceof ClassFileTransformer theirs) {
      WatchedTransformer wrapper = new WatchedTransformer(self, theirs, weaver, announced);
      synchronized (watched) {
        watched.add(wrapper);
      }
      args[0] = wrapper;
    }
  }

  /** The one that was added last, as the JDK takes out the one that was added last. */
  private Object wrapperOf(Object self, Object transformer, boolean forget) {
    synchronized (watched) {
      for (int i = watched.size() - 1; i >= 0; i--) {
        WatchedTransformer wrapper = watched.get(i);
        if (wrapper.isOf(self, transformer)) {
          if (forget) {
            watched.remove(i);
          }
          return wrapper;
        }
      }
    }
    return transformer;
  }

  private void redefining(Object[] args) {
    if (!(args[0] instanceof ClassDefinition[] definitions)) {
      return;
    }
    List<ClassDefinition> kept = new ArrayList<>(definitions.length);
    for (ClassDefinition definition : definitions.clone()) {
      Class<?> type = definition == null ? null : definition.getDefinitionClass();
      if (type == null || !weaver.isGuardedAsItIs(type)) {
        kept.add(definition);
        continue;
      }
      say("redefines " + type.getName(), "that is left out");
      if (!weaver.enforcing()) {
        kept.add(definition);
      }
    }
    args[0] = kept.toArray(new ClassDefinition[0]);
  }

  private void opening(Object[] args) {
    if (args[0] instanceof Module module && "java.instrument".equals(module.getName())) {
      say("opens the module java.instrument to itself", "it stays closed");
      if (weaver.enforcing()) {
        args[1] = Set.of();
        args[2] = Map.of();
        args[3] = Map.of();
      }
    }
  }

  private void say(String what, String consequence) {
    weaver.found(
        "another agent "
            + what
            + ": "
            + (weaver.enforcing() ? consequence : Weaver.UNSEEN_FROM_HERE));
  }

  private void starting(Object[] args) {
    if ("agentmain".equals(args[1])) {
      weaver.found(
          "an agent was attached after the start: "
              + args[0]
              + ". It can change every class; what it makes of one that carries a gate is in force"
              + " only where the gate stays. -XX:+DisableAttachMechanism keeps those from"
              + " outside away");
    }
  }

  private void diagnosing(Object[] args) {
    if ("jvmtiAgentLoad".equals(args[0])) {
      weaver.found(
          "the diagnostic command jvmtiAgentLoad was called in this JVM: it loads an agent, and"
              + " nothing here sees what native code does");
    }
  }
}
