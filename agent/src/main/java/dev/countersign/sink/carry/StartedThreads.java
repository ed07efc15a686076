package dev.countersign.sink.carry;

import dev.countersign.scope.ThreadCell;

/**
 * Finds what was captured for a thread when it was started; asked once per thread, when it first
 * passes a gate.
 */
final class StartedThreads implements ThreadCell.Inheritance {

  private final Associations threads;

  StartedThreads(Associations threads) {
    this.threads = threads;
  }

  @Override
  public Object of(Thread thread) {
    return threads.take(thread);
  }
}
