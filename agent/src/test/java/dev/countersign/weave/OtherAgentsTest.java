package dev.countersign.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What another agent's transformer does while a check loads a class goes on, and is changed as
 * outside one. Each call goes through a gate, from inside the check of another.
 */
class OtherAgentsTest {

  private static final String IMPLEMENTATION = Implementation.class.getName();

  private final Recorder check = new Recorder();
  private final ClassFileTransformer theirs = new ClassFileTransformer() {};
  private Woven woven;
  private Class<?> implementation;
  private Object instance;
  private Object returned;

  @BeforeEach
  void weave() throws Throwable {
    woven = new Woven(true);
    OtherAgents others = new OtherAgents(woven.weaver);
    woven.weaver.add(
        List.of(
            on("addTransformer").to(others),
            on("removeTransformer").to(others),
            on("redefineModule").to(others),
            Site.on(IMPLEMENTATION).at("checked", "(").to(check)));
    implementation = woven.of(Implementation.class).loadClass(IMPLEMENTATION);
    instance = implementation.getConstructor().newInstance();
  }

  private static Site.Builder on(String method) {
    return Site.on(IMPLEMENTATION).at(method, "(").replacing();
  }

  @Test
  void aTransformerThatIsAddedInsideACheckIsWatched() throws Throwable {
    Object added = insideACheck("addTransformer", theirs, true);
    assertThat(added).isInstanceOf(WatchedTransformer.class);
    assertThat(insideACheck("removeTransformer", theirs)).isSameAs(added);
    assertThat(woven.failures).isEmpty();
  }

  @Test
  void aModuleIsRedefinedInsideACheckAndTheInstrumentationStaysClosed() throws Throwable {
    Map<String, Set<Module>> opens = Map.of("p", Set.of(getClass().getModule()));
    assertThat(insideACheck("redefineModule", getClass().getModule(), Set.of(), opens, opens))
        .isEqualTo(opens);
    Module instrumentation = Instrumentation.class.getModule();
    assertThat(insideACheck("redefineModule", instrumentation, Set.of(), opens, opens))
        .isEqualTo(Map.of());
    assertThat(woven.failures).isEmpty();
  }

  private Object insideACheck(String method, Object... args) throws Throwable {
    check.duringCheck =
        () -> {
          try {
            returned = method(method).invoke(instance, args);
          } catch (ReflectiveOperationException refused) {
            returned = refused.getCause();
          }
        };
    method("checked").invoke(instance);
    return returned;
  }

  private Method method(String name) {
    for (Method each : implementation.getMethods()) {
      if (each.getName().equals(name)) {
        return each;
      }
    }
    throw new AssertionError(name);
  }

  /** Stands for the JDK's: returns what its body was given. */
  public static final class Implementation {

    public void checked() {}

    public Object addTransformer(ClassFileTransformer transformer, boolean canRetransform) {
      return transformer;
    }

    public Object removeTransformer(ClassFileTransformer transformer) {
      return transformer;
    }

    public Object redefineModule(
        Module module,
        Set<Module> reads,
        Map<String, Set<Module>> exports,
        Map<String, Set<Module>> opens) {
      return opens;
    }
  }
}
