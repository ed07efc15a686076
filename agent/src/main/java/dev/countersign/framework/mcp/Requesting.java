package dev.countersign.framework.mcp;

import dev.countersign.scope.Effects;

/**
 * While an HTTP transport sends one message: its requests are exempt, and what leaves in them is
 * looked at.
 *
 * @param expected the call that the message is; null for any other
 */
record Requesting(ExemptWatcher frame, Leaving leaving, Expected expected) implements Watcher {

  static Requesting in(Effects effects, Leaving leaving, Class<?> library, Expected expected) {
    ExemptWatcher frame = ExemptWatcher.in(effects, leaving.of(library, expected));
    if (expected != null) {
      leaving.begins(expected);
    }
    return new Requesting(frame, leaving, expected);
  }

  @Override
  public Object carried() {
    return frame.carried();
  }

  @Override
  public void ended() {
    over();
    frame.ended();
  }

  @Override
  public Object failed(Throwable thrown) {
    over();
    return frame.failed(thrown);
  }

  @Override
  public void cancelled() {
    over();
    frame.cancelled();
  }

  private void over() {
    if (expected != null) {
      leaving.ended(expected);
    }
  }
}
