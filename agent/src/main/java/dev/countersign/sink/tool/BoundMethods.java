package dev.countersign.sink.tool;

import dev.countersign.config.BindRule;
import dev.countersign.config.Configuration;
import dev.countersign.config.MethodPattern;
import dev.countersign.config.ToolRule;
import dev.countersign.effect.Parameter;
import dev.countersign.ledger.Capture;
import dev.countersign.scope.PlanSource;
import dev.countersign.scope.ToolMethod;
import dev.countersign.weave.Weaver;
import dev.countersign.weave.WovenMethod;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * What is known of the methods that the configuration names: parameters by name and type, and their
 * class files.
 */
final class BoundMethods {

  /**
   * One method of one class.
   *
   * @param target null when it cannot be bound, which {@code lost} explains
   * @param plan reads the digest of its class file
   * @param capture what its wrapper can observe
   * @param lost why it cannot be bound; null when it can
   */
  record Bound(ToolMethod target, PlanSource plan, Capture capture, String lost) {}

  private final Configuration configuration;
  private final Weaver weaver;
  private final Consumer<String> holes;
  private final Set<String> said = ConcurrentHashMap.newKeySet();
  private final ClassValue<Map<String, Bound>> known =
      new ClassValue<>() {
        @Override
        protected Map<String, Bound> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>(2);
        }
      };

  /**
   * What was asked for last: finding it by the class's name asks the VM at every call. The class
   * itself keeps what is known of it, so it can go while this stays.
   */
  private record Last(WovenMethod woven, MethodPattern pattern, Reference<Bound> bound) {}

  private volatile Last last = new Last(null, null, new WeakReference<>(null));

  /**
   * @param holes hears of methods that cannot be bound
   */
  BoundMethods(Configuration configuration, Weaver weaver, Consumer<String> holes) {
    this.configuration = configuration;
    this.weaver = weaver;
    this.holes = holes;
  }

  /** Reads the digest of the class file that a woven method came from, anew at each call. */
  PlanSource plan(WovenMethod woven) {
    Reference<ClassLoader> loader = woven.loader();
    String name = woven.className().replace('.', '/');
    return () -> weaver.digestOfNamed(loader == null ? null : loader.get(), name);
  }

  /** The method that was entered. */
  Bound of(WovenMethod woven, MethodPattern pattern, List<String> excluded) {
    Last latest = last;
    Bound bound = latest.woven == woven && latest.pattern == pattern ? latest.bound.get() : null;
    if (bound == null) {
      bound = lookedUp(woven, pattern, excluded);
      last = new Last(woven, pattern, new WeakReference<>(bound));
    }
    return bound;
  }

  private Bound lookedUp(WovenMethod woven, MethodPattern pattern, List<String> excluded) {
    Class<?> type = classOf(woven);
    if (type == null) {
      return lost(pattern, "its class is gone");
    }
    return known
        .get(type)
        .computeIfAbsent(
            woven.method() + woven.descriptor() + ' ' + pattern.text(),
            unused -> bind(type, woven, pattern, excluded));
  }

  /** The digest that a request for such a method carries: none where a pattern names many. */
  PlanSource plan(MethodPattern pattern, WovenMethod woven) {
    return pattern.isExact() ? plan(woven) : () -> null;
  }

  /**
   * The sink of a resolved call; its class is looked up through the loader of the resolution point.
   */
  Bound sinkOf(WovenMethod resolve, BindRule rule, String tool) {
    ToolRule entry = configuration.firstFor(tool);
    MethodPattern pattern = rule.sink();
    if (pattern == null && entry != null) {
      pattern = entry.method();
    }
    if (pattern == null) {
      // Without the name: it may be a model's, and then there is no end of names.
      return lost(rule.resolve(), "it yielded a tool that no entry gives a method or sink");
    }
    List<String> excluded = entry == null ? List.of() : entry.exclude();
    Reference<ClassLoader> loader = resolve.loader();
    try {
      Class<?> type =
          Class.forName(pattern.className(), false, loader == null ? null : loader.get());
      if (!pattern.isExact()) {
        return yetToBeSeen(type, pattern);
      }
      WovenMethod woven = weaver.wovenMethod(type, pattern.methodName(), pattern.parameters());
      return woven == null ? lost(pattern, "it is not woven") : of(woven, pattern, excluded);
    } catch (ClassNotFoundException | LinkageError absent) {
      return lost(pattern, "its class cannot be found from the resolution point");
    }
  }

  /** Which of its methods carries the call out shows when one is entered. */
  private Bound yetToBeSeen(Class<?> type, MethodPattern pattern) {
    if (pattern.kind() == MethodPattern.Kind.SUBTYPES && !hasMethod(type, pattern)) {
      return lost(pattern, "its type has no such method");
    }
    List<Parameter> named = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    for (String name : pattern.parameterNames()) {
      positions.add(named.size());
      named.add(Parameter.of(name, Object.class));
    }
    return new Bound(
        new ToolMethod(pattern.text(), named, positions), () -> null, Capture.WRAPPER_SYNC, null);
  }

  private static boolean hasMethod(Class<?> type, MethodPattern pattern) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      for (Method method : at.getDeclaredMethods()) {
        if (isNamed(method, pattern)) {
          return true;
        }
      }
    }
    for (Method method : type.getMethods()) {
      if (isNamed(method, pattern)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isNamed(Method method, MethodPattern pattern) {
    return method.getName().equals(pattern.methodName())
        && ToolMethod.descriptor(method).startsWith(pattern.parameters());
  }

  /** Said once; every call of it is refused. */
  private Bound lost(MethodPattern pattern, String why) {
    String text = pattern.text() + " cannot be bound: " + why + ". Every call of it is refused.";
    if (said.add(text)) {
      holes.accept(text);
    }
    return new Bound(null, () -> null, Capture.WRAPPER_SYNC, why);
  }

  private Bound bind(
      Class<?> type, WovenMethod woven, MethodPattern pattern, List<String> excluded) {
    Method method = methodOf(type, woven);
    if (method == null) {
      return lost(pattern, "its class does not show the method");
    }
    List<String> names =
        pattern.parameterNames().isEmpty() ? woven.parameterNames() : pattern.parameterNames();
    Type[] types = method.getGenericParameterTypes();
    if (names.size() != types.length) {
      return lost(
          pattern,
          "its parameters have no names; give them in the pattern, or compile with -parameters");
    }
    List<Parameter> parameters = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < types.length; i++) {
      if (!excluded.contains(names.get(i))) {
        parameters.add(Parameter.of(names.get(i), types[i]));
        positions.add(i);
      }
    }
    String text =
        pattern.isExact()
            ? ToolMethod.text(woven.className(), woven.method(), woven.descriptor())
            : pattern.text();
    return new Bound(
        new ToolMethod(text, parameters, positions), plan(pattern, woven), captureOf(method), null);
  }

  static Capture captureOf(Method method) {
    return CompletionStage.class.isAssignableFrom(method.getReturnType())
        ? Capture.WRAPPER_ASYNC
        : Capture.WRAPPER_SYNC;
  }

  /** The loader defined this class, so the VM answers without asking it. */
  private static Class<?> classOf(WovenMethod woven) {
    ClassLoader loader = woven.loader() == null ? null : woven.loader().get();
    if (woven.loader() != null && loader == null) {
      return null;
    }
    try {
      return Class.forName(woven.className(), false, loader);
    } catch (ClassNotFoundException | LinkageError gone) {
      return null;
    }
  }

  private static Method methodOf(Class<?> type, WovenMethod woven) {
    for (Method method : type.getDeclaredMethods()) {
      if (method.getName().equals(woven.method())
          && ToolMethod.descriptor(method).equals(woven.descriptor())) {
        return method;
      }
    }
    return null;
  }
}
