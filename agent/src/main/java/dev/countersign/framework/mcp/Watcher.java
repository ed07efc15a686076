package dev.countersign.framework.mcp;

/** Hears how a {@code Mono} ends that carries a call of a tool out; thread-safe. */
interface Watcher {

  /**
   * What the calling thread carries while the {@code Mono} works: as {@link
   * dev.countersign.scope.Carry#enter} takes it.
   */
  Object carried();

  /**
   * It has a value.
   *
   * @return the value that is passed on
   */
  Object ended(Object value);

  /** It ended without one. */
  void ended();

  /**
   * It failed.
   *
   * @return a value that is passed on in place of the failure; null where the failure is
   */
  Object failed(Throwable thrown);

  /** Nobody waits for it any more. */
  void cancelled();
}
