package dev.countersign.sink.tool;

import dev.countersign.weave.Supertypes;
import java.io.InputStream;
import java.io.Reader;
import java.nio.channels.Channel;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.Set;
import java.util.Spliterator;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.BaseStream;

/**
 * What a returned value says about the end of the body (spec 2.3): decided by its type, no method
 * of it is called.
 *
 * <p>Deferred is what somebody else has to pull, subscribe to or call before it happens. A
 * collection counts as what it holds, and so do the {@code Iterable}s that are finished values: a
 * path, a tree of JSON.
 */
enum Ending {
  /** A plain value: the body has ended. */
  PLAIN,
  /**
   * Exactly a {@link CompletableFuture}: its completion can be observed without running foreign
   * code.
   */
  OBSERVED,
  /** A value that is consumed later, out of our sight. */
  DEFERRED;

  private static final Class<?>[] LATER = {
    CompletionStage.class,
    Future.class,
    BaseStream.class,
    Iterator.class,
    Enumeration.class,
    Spliterator.class,
    InputStream.class,
    Reader.class,
    Channel.class,
    Flow.Publisher.class,
    Supplier.class,
    Callable.class,
    Runnable.class
  };

  /** By name: the application's libraries are not ours to link to. */
  private static final Set<String> LATER_IN_LIBRARIES =
      Set.of(
          "org.reactivestreams.Publisher",
          "io.reactivex.rxjava3.core.ObservableSource",
          "io.reactivex.rxjava3.core.SingleSource",
          "io.reactivex.rxjava3.core.MaybeSource",
          "io.reactivex.rxjava3.core.CompletableSource",
          "kotlin.sequences.Sequence",
          "kotlinx.coroutines.flow.Flow");

  private static final Set<String> FINISHED_ITERABLES =
      Set.of(
          "com.fasterxml.jackson.databind.JsonNode",
          "tools.jackson.databind.JsonNode",
          "com.google.gson.JsonArray",
          "org.json.JSONArray");

  private static final ClassValue<Ending> BY_TYPE =
      new ClassValue<>() {
        @Override
        protected Ending computeValue(Class<?> type) {
          return of(type);
        }
      };

  static Ending of(Object result) {
    return result == null ? PLAIN : BY_TYPE.get(result.getClass());
  }

  private static Ending of(Class<?> type) {
    if (type == CompletableFuture.class) {
      return OBSERVED;
    }
    for (Class<?> later : LATER) {
      if (later.isAssignableFrom(type)) {
        return DEFERRED;
      }
    }
    boolean lazy = Iterable.class.isAssignableFrom(type) && !isFinished(type);
    // A lambda is code that has yet to run, whatever interface of the application it is for.
    return lazy || type.isHidden() || Supertypes.named(type, LATER_IN_LIBRARIES) != null
        ? DEFERRED
        : PLAIN;
  }

  private static boolean isFinished(Class<?> iterable) {
    return Collection.class.isAssignableFrom(iterable)
        || Path.class.isAssignableFrom(iterable)
        || Supertypes.named(iterable, FINISHED_ITERABLES) != null;
  }
}
