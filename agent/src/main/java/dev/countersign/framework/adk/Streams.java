package dev.countersign.framework.adk;

import dev.countersign.EffectRefusedException;
import dev.countersign.scope.Carry;
import dev.countersign.weave.GatedCall;
import dev.countersign.weave.OpenProxy;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * RxJava's {@code Maybe}, {@code Single} and {@code Flowable} around those that the library and its
 * tools make. What a tool does when it is subscribed, on whichever thread, is its call's; whoever
 * listens is not part of it.
 *
 * <p>The operators are made by their own constructors: the ways in that RxJava offers call what the
 * application may have put into {@code RxJavaPlugins}, inside a check.
 */
final class Streams {

  private static final String CORE = "io.reactivex.rxjava3.core.";
  private static final String OPERATORS = "io.reactivex.rxjava3.internal.operators.";
  private static final String REACTIVE = "org.reactivestreams.";

  /** How deep a refusal may lie below what is thrown. */
  private static final int CAUSES = 16;

  /** One of the three kinds of stream, in one loader. */
  private record Kind(Class<?> source, Class<?> observer, Constructor<?> around) {

    static Kind of(Class<?> core) throws ReflectiveOperationException {
      ClassLoader loader = core.getClassLoader();
      return switch (core.getSimpleName()) {
        case "Maybe" ->
            of(loader, CORE + "MaybeSource", CORE + "MaybeObserver", "maybe.MaybeUnsafeCreate");
        case "Single" ->
            of(
                loader,
                CORE + "SingleSource",
                CORE + "SingleObserver",
                "single.SingleFromUnsafeSource");
        default ->
            of(
                loader,
                REACTIVE + "Publisher",
                CORE + "FlowableSubscriber",
                "flowable.FlowableFromPublisher");
      };
    }

    private static Kind of(ClassLoader loader, String source, String observer, String around)
        throws ReflectiveOperationException {
      Class<?> from = Class.forName(source, false, loader);
      return new Kind(
          from,
          Class.forName(observer, false, loader),
          Class.forName(OPERATORS + around, true, loader).getConstructor(from));
    }

    Object around(InvocationHandler handler) {
      try {
        return around.newInstance(OpenProxy.of(source, handler));
      } catch (InstantiationException | IllegalAccessException | InvocationTargetException failed) {
        throw new IllegalStateException("no stream around another", failed);
      }
    }
  }

  private static final ClassValue<Kind> KINDS =
      new ClassValue<>() {
        @Override
        protected Kind computeValue(Class<?> type) {
          Class<?> core = type;
          while (core != null && !isCore(core.getName())) {
            core = core.getSuperclass();
          }
          if (core == null) {
            throw new IllegalStateException(type.getName() + " is no stream of RxJava");
          }
          try {
            return Kind.of(core);
          } catch (ReflectiveOperationException unknownLine) {
            throw new IllegalStateException("an RxJava without its 3.1 operators", unknownLine);
          }
        }
      };

  private static boolean isCore(String name) {
    return name.equals(CORE + "Maybe")
        || name.equals(CORE + "Single")
        || name.equals(CORE + "Flowable");
  }

  /** What the tool's result is when it was refused, as the model reads it. */
  static Map<String, Object> told(EffectRefusedException refused) {
    Map<String, Object> told = new LinkedHashMap<>(2);
    told.put("error", refused.getMessage());
    return told;
  }

  /**
   * A {@code Single} or {@code Maybe} that has a value.
   *
   * @param beside a class of a loader that sees RxJava
   * @param kind {@code Single} or {@code Maybe}
   */
  static Object just(Class<?> beside, String kind, Object value) {
    try {
      return Class.forName(
              OPERATORS + (kind.equals("Single") ? "single.SingleJust" : "maybe.MaybeJust"),
              true,
              beside.getClassLoader())
          .getConstructor(Object.class)
          .newInstance(value);
    } catch (ReflectiveOperationException unknownLine) {
      throw new IllegalStateException("an RxJava without its 3.1 operators", unknownLine);
    }
  }

  /** The refusal that something thrown is, or comes from; null for none. */
  static EffectRefusedException refusalIn(Throwable thrown) {
    Throwable at = thrown;
    for (int i = 0; i < CAUSES && at != null; i++) {
      if (at instanceof EffectRefusedException refused) {
        return refused;
      }
      at = at.getCause();
    }
    return null;
  }

  /** The same stream, whose failure by a refusal is the result that tells the model of it. */
  static Object telling(Object maybe) {
    Kind kind = KINDS.get(maybe.getClass());
    return kind.around(
        (self, method, args) ->
            method.getName().equals("subscribe")
                ? GatedCall.plain(
                    method,
                    maybe,
                    new Object[] {OpenProxy.of(kind.observer(), new Telling(kind, args[0]))})
                : GatedCall.plain(method, maybe, args));
  }

  /** Hands everything on but a refusal. */
  private record Telling(Kind kind, Object observer) implements InvocationHandler {
    @Override
    public Object invoke(Object self, Method method, Object[] args) throws Throwable {
      EffectRefusedException refused =
          method.getName().equals("onError") ? refusalIn((Throwable) args[0]) : null;
      if (refused == null) {
        return GatedCall.plain(method, observer, args);
      }
      return GatedCall.plain(
          kind.observer().getMethod("onSuccess", Object.class),
          observer,
          new Object[] {told(refused)});
    }
  }

  /**
   * The same stream, which is subscribed, asked and disposed inside of a scope, and observed
   * outside of it.
   *
   * @param inside from {@link Carry#capture} or a scope
   * @param outside what observers carry, from {@link Carry#capture}
   * @param swallowed a refusal that the stream hid, to be its end; null for nothing
   * @param ended told once how it ended; null for nobody
   */
  static Object carrying(
      Object stream,
      Object inside,
      Object outside,
      Supplier<EffectRefusedException> swallowed,
      BiConsumer<Object, Throwable> ended) {
    Kind kind = KINDS.get(stream.getClass());
    return kind.around(new Carrying(kind, stream, inside, outside, swallowed, ended));
  }

  /** Of a stream. */
  private record Carrying(
      Kind kind,
      Object stream,
      Object inside,
      Object outside,
      Supplier<EffectRefusedException> swallowed,
      BiConsumer<Object, Throwable> ended)
      implements InvocationHandler {

    @Override
    public Object invoke(Object self, Method method, Object[] args) throws Throwable {
      if (!method.getName().equals("subscribe") || args[0] == null) {
        return GatedCall.plain(method, stream, args);
      }
      Observing observing = new Observing(this, args[0], new AtomicBoolean());
      Object observer = OpenProxy.of(kind.observer(), observing);
      try {
        return within(inside, method, stream, new Object[] {observer});
      } catch (Throwable thrown) {
        observing.end(thrown); // no signal will say so
        throw thrown;
      }
    }
  }

  /** Of one who listens. */
  private record Observing(Carrying of, Object observer, AtomicBoolean over)
      implements InvocationHandler {

    @Override
    public Object invoke(Object self, Method method, Object[] args) throws Throwable {
      switch (method.getName()) {
        case "onSubscribe":
          if (args[0] != null) {
            args[0] = OpenProxy.of(method.getParameterTypes()[0], new Asking(this, args[0]));
          }
          break;
        case "onSuccess", "onComplete":
          EffectRefusedException swallowed = of.swallowed().get();
          end(swallowed);
          if (swallowed != null) {
            return within(
                of.outside(),
                of.kind().observer().getMethod("onError", Throwable.class),
                observer,
                new Object[] {swallowed});
          }
          break;
        case "onError":
          EffectRefusedException hidden = of.swallowed().get();
          if (hidden != null) {
            args[0] = hidden;
          }
          end((Throwable) args[0]);
          break;
        default:
          break;
      }
      return within(of.outside(), method, observer, args);
    }

    private void end(Throwable thrown) {
      if (of.ended() != null && over.compareAndSet(false, true)) {
        of.ended().accept(null, thrown);
      }
    }
  }

  /** What a listener asks of the stream goes on in its scope. */
  private record Asking(Observing by, Object upstream) implements InvocationHandler {

    @Override
    public Object invoke(Object self, Method method, Object[] args) throws Throwable {
      Object result = within(by.of().inside(), method, upstream, args);
      boolean over = method.getName().equals("dispose") || method.getName().equals("cancel");
      if (over) {
        by.end(null);
      }
      return result;
    }
  }

  private static Object within(Object scope, Method method, Object target, Object[] args)
      throws Throwable {
    Object carried = Carry.enter(scope);
    try {
      return GatedCall.plain(method, target, args);
    } finally {
      Carry.restore(carried);
    }
  }

  private Streams() {}
}
