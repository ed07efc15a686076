package dev.countersign.ledger;

/**
 * What the wrapper of a call will be able to observe of it (spec 2.1); a capability, not a verdict.
 */
public enum Capture {
  /** The body runs inside the wrapper. */
  WRAPPER_SYNC("wrapper_sync"),
  /** The wrapper observes the completion of the stage that the body returned. */
  WRAPPER_ASYNC("wrapper_async"),
  /** A framework reports the end of the call. */
  FRAMEWORK_POST_HOOK("framework_post_hook"),
  /** Nothing after the decision is observed: the call never becomes pending and has no outcome. */
  PRE_HOOK_ONLY("pre_hook_only");

  private final String text;

  Capture(String text) {
    this.text = text;
  }

  /** As it stands in an entry. */
  public String text() {
    return text;
  }
}
