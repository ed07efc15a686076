package dev.countersign.framework.mcp;

import java.util.concurrent.CompletableFuture;

/**
 * One subscription that is a use of a call, or a part of one.
 *
 * @param end completes when it ends
 */
record Heard(CompletableFuture<Object> end, Object carried) implements Watcher {

  @Override
  public void ended() {
    end.complete(null);
  }

  @Override
  public Object failed(Throwable thrown) {
    end.completeExceptionally(thrown);
    return null;
  }

  @Override
  public void cancelled() {
    end.cancel(false);
  }
}
