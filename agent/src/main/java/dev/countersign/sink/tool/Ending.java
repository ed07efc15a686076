package dev.countersign.sink.tool;

import java.io.InputStream;
import java.util.Iterator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.BaseStream;

/**
 * What a returned value says about the end of the body (spec 2.3): decided by type, no method of it
 * is called.
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

  private static final String PUBLISHER = "org.reactivestreams.Publisher";

  static Ending of(Object result) {
    if (result == null) {
      return PLAIN;
    }
    if (result.getClass() == CompletableFuture.class) {
      return OBSERVED;
    }
    boolean deferred =
        result instanceof CompletionStage
            || result instanceof Future
            || result instanceof BaseStream
            || result instanceof Iterator
            || result instanceof InputStream
            || result instanceof Flow.Publisher
            || isPublisher(result.getClass());
    return deferred ? DEFERRED : PLAIN;
  }

  /** By name: the application's reactive-streams classes are not ours to link to. */
  private static boolean isPublisher(Class<?> type) {
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      for (Class<?> implemented : at.getInterfaces()) {
        if (implemented.getName().equals(PUBLISHER) || isPublisher(implemented)) {
          return true;
        }
      }
    }
    return type.getName().equals(PUBLISHER);
  }
}
