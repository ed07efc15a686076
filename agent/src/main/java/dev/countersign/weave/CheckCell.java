package dev.countersign.weave;

/**
 * One per thread: says whether a check runs on it. A plain field, set and cleared by plain stores,
 * because a call near the end of the stack can fail between a check and the clearing of its mark.
 *
 * <p>{@code scope} extends it by what it keeps per thread.
 */
public abstract class CheckCell {

  /** Whether {@link #isClosed} was ever true in this JVM. Never reset: threads outlive runs. */
  protected static volatile boolean anyClosed;

  /**
   * A check runs. Threads of the agent itself have this set for good, so that nothing they do can
   * enter a check.
   */
  protected boolean checking;

  /** Whether the thread acts for a call. */
  public boolean carriesScope() {
    return false;
  }

  /** Whether a check that fails by itself refuses on this thread in every mode. */
  public boolean isClosed() {
    return false;
  }
}
