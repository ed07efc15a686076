package dev.countersign.weave;

import dev.countersign.RefusalCode;

/** Hears of checks that failed by themselves: {@link RefusalCode#INTERNAL}. */
public interface CheckFailures {

  /**
   * @param failed what the handler of the site threw; a null site for a number that is not ours
   */
  void failed(Site site, Throwable failed);

  /**
   * What became of woven classes could not be told to whoever asked for it; the weaving itself goes
   * on.
   */
  default void notPassedOn(Throwable failed) {
    failed(null, failed);
  }
}
