package dev.countersign.framework;

import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.Capture;
import dev.countersign.scope.Effects;
import dev.countersign.scope.PlanSource;
import dev.countersign.scope.ToolCall;
import dev.countersign.scope.ToolMethod;
import dev.countersign.sink.tool.EntryResolution;
import dev.countersign.sink.tool.ToolSink;
import dev.countersign.weave.Site;
import dev.countersign.weave.Weaver;
import dev.countersign.weave.WovenMethod;
import java.lang.ref.Reference;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Weaves the methods behind tools as a framework meets them, each once.
 *
 * <p>The original method's declaring class is woven, not the object's class: a proxy's or
 * subclass's own body is not the tool, and it has changed the arguments before that body runs.
 */
public final class BoundTools {

  private final Effects effects;
  private final Weaver weaver;
  private final Adapter adapter;
  private final Consumer<String> holes;
  private final String framework;
  private final Function<Method, ToolMethod> described;
  private final ClassValue<AtomicBoolean> announced =
      new ClassValue<>() {
        @Override
        protected AtomicBoolean computeValue(Class<?> type) {
          return new AtomicBoolean();
        }
      };
  private final ClassValue<Map<Method, BoundTool>> known =
      new ClassValue<>() {
        @Override
        protected Map<Method, BoundTool> computeValue(Class<?> type) {
          return new ConcurrentHashMap<>(4);
        }
      };

  /**
   * @param adapter names these sinks in the books where no resolution does
   * @param holes hears of each tool that cannot be bound, once, as the text of a line
   * @param framework its name
   * @param described the method as the books name it, with what the framework fills from the model
   */
  public BoundTools(
      Effects effects,
      Weaver weaver,
      Adapter adapter,
      Consumer<String> holes,
      String framework,
      Function<Method, ToolMethod> described) {
    this.effects = effects;
    this.weaver = weaver;
    this.adapter = adapter;
    this.holes = holes;
    this.framework = framework;
    this.described = described;
  }

  /** Says once of a class that no method of it can be compared. */
  public void announce(Class<?> type, String what) {
    if (announced.get(type).compareAndSet(false, true)) {
      holes.accept(
          what
              + " is bound only where "
              + framework
              + " calls it, with the model's arguments: a lambda, a proxy or an object of the"
              + " application's own has no method that could be compared at its entry");
    }
  }

  /**
   * The tool behind a method; woven when it is met for the first time.
   *
   * @param original the method that the framework takes names and types from
   * @param line what is wrong with this line of the library; null for nothing
   */
  public BoundTool of(Method original, String line) {
    Map<Method, BoundTool> ofClass = known.get(original.getDeclaringClass());
    BoundTool tool = ofClass.get(original);
    if (tool != null) {
      return tool;
    }
    synchronized (ofClass) {
      tool = ofClass.get(original);
      if (tool == null) {
        tool = bind(original, line);
        ofClass.put(original, tool);
      }
      return tool;
    }
  }

  private BoundTool bind(Method original, String line) {
    Class<?> type = original.getDeclaringClass();
    String descriptor = ToolMethod.descriptor(original);
    boolean noBody = Modifier.isAbstract(original.getModifiers()) || type.isHidden();
    if (line == null && noBody) {
      announce(type, "tool method " + ToolMethod.text(original));
      return new BoundTool(
          described.apply(original),
          () -> null,
          captureOf(original),
          callSite(type.getName(), original.getName(), descriptor),
          null);
    }
    String lost = weave(type, original.getName(), descriptor, line);
    if (lost != null || line != null) {
      return lost("tool method " + ToolMethod.text(original), line != null ? line : lost);
    }
    return new BoundTool(
        described.apply(original),
        plan(type, original.getName(), descriptor),
        captureOf(original),
        null,
        null);
  }

  /** A tool whose every call is refused, which is said. */
  public BoundTool lost(String what, String why) {
    holes.accept(what + " cannot be bound: " + why + ". Every call of it is refused.");
    return BoundTool.lost(why);
  }

  private String weave(Class<?> type, String name, String descriptor, String line) {
    String parameters = descriptor.substring(0, descriptor.indexOf(')') + 1);
    if (weaver.wovenMethod(type, name, parameters) != null && line == null) {
      return null;
    }
    EntryResolution refused = line == null ? null : (woven, self, args) -> lostCall(name, line);
    Site site =
        Site.on(type.getName())
            .at(name, descriptor)
            .replacing()
            .to(new ToolSink(effects, adapter, refused));
    return weaver.addAndRetransform(type, List.of(site));
  }

  private ToolCall lostCall(String name, String line) {
    return new ToolCall(
        name, null, null, null, () -> null, () -> null, Capture.WRAPPER_SYNC, adapter, line);
  }

  /** Reads the digest of the class file that a woven method came from (spec 1.4). */
  public PlanSource plan(Class<?> type, String method, String descriptor) {
    WovenMethod woven =
        weaver.wovenMethod(type, method, descriptor.substring(0, descriptor.indexOf(')') + 1));
    if (woven == null) {
      return () -> null;
    }
    Reference<ClassLoader> loader = woven.loader();
    String name = woven.className().replace('.', '/');
    return () -> weaver.digestOfNamed(loader == null ? null : loader.get(), name);
  }

  /** Stands for a method that is compared where the framework calls it. */
  public static WovenMethod callSite(String className, String method, String descriptor) {
    return new WovenMethod(className, method, descriptor, null, 0, null, List.of());
  }

  private static Capture captureOf(Method method) {
    return CompletionStage.class.isAssignableFrom(method.getReturnType())
        ? Capture.WRAPPER_ASYNC
        : Capture.WRAPPER_SYNC;
  }
}
