package dev.countersign.scope;

import dev.countersign.effect.SendBody;

/**
 * Looks at what leaves from inside an exempt frame (spec 5.5): the request itself is not judged
 * there, but what it carries may be a call that was. Thread-safe.
 */
@FunctionalInterface
public interface Seal {

  /**
   * A wire attempt is about to be made.
   *
   * @param frame in which it was asked for, whether that is over by now or not; to be told apart by
   *     identity
   * @param body as it will be sent; in {@code observe} it need not have been read
   * @throws dev.countersign.EffectRefusedException when it must not be
   */
  void leaves(Object frame, SendBody body);
}
