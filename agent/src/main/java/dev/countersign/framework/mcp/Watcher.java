package dev.countersign.framework.mcp;

/** Hears how a subscription to a {@code Mono} of the library ends; thread-safe. */
interface Watcher {

  /**
   * What the calling thread carries while the {@code Mono} works: as {@link
   * dev.countersign.scope.Carry#enter} takes it.
   */
  Object carried();

  /**
   * The calling thread is about to subscribe.
   *
   * @return for {@link #subscribed}
   */
  default Object subscribes() {
    return null;
  }

  /** It has subscribed, or failed to. */
  default void subscribed(Object before) {}

  /**
   * It has a value.
   *
   * @return the value that is passed on
   */
  default Object ended(Object value) {
    return value;
  }

  /** It ended, with a value or without. */
  default void ended() {}

  /**
   * It failed.
   *
   * @return a value that is passed on in place of the failure; null where the failure is
   */
  default Object failed(Throwable thrown) {
    return null;
  }

  /** Nobody waits for it any more. */
  default void cancelled() {}
}
