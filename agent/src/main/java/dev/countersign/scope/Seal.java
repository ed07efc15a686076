package dev.countersign.scope;

import dev.countersign.effect.RequestUrl;
import dev.countersign.effect.SendBody;

/**
 * Looks at what leaves from inside an exempt frame (spec 5.5): the request itself is not judged
 * there, but what it carries may be a call that was. Thread-safe.
 */
@FunctionalInterface
public interface Seal {

  /**
   * Where an attempt goes.
   *
   * @param target scheme, host and port, as the books name them
   * @param url null where the request has no canonical form
   * @param sentOn whether the answer to an earlier attempt leads there
   */
  record Way(String target, RequestUrl url, boolean sentOn) {}

  /**
   * A wire attempt is about to be made.
   *
   * @param frame in which it was asked for, whether that is over by now or not; to be told apart by
   *     identity
   * @param body as it will be sent; in {@code observe} it need not have been read
   * @throws dev.countersign.EffectRefusedException when it must not be
   */
  void leaves(Object frame, Way way, SendBody body);
}
