package dev.countersign.sink.http.url;

import dev.countersign.EffectRefusedException;
import dev.countersign.ledger.BodyState;
import dev.countersign.scope.Firing;
import dev.countersign.scope.WeakIdentityMap;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.io.IOException;
import java.net.SocketTimeoutException;

/**
 * Attempts that were written and whose answer was not read yet, by the client's own object for the
 * connection, on which there is one at a time. The outcome is what reading the head of the answer
 * came to ({@code parseHTTP}); where nobody reads it, that the connection was closed.
 */
final class Unanswered {

  /** An attempt on its connection. */
  private static final class Waiting {
    private final Firing firing;
    private volatile boolean reading;

    Waiting(Firing firing) {
      this.firing = firing;
    }
  }

  /** What {@code parseHTTP} reads the answer of. */
  private record Asked(Object client, Waiting waiting) {}

  private final WeakIdentityMap<Waiting> known = new WeakIdentityMap<>();

  /**
   * An attempt was written. One that still waits there will not be answered any more: the client
   * repeats it by itself because reading its answer failed.
   */
  void written(Object client, Firing firing) {
    Waiting before = known.get(client);
    known.put(client, new Waiting(firing));
    if (before != null) {
      before.firing.ended(BodyState.RAISED, unread());
    }
  }

  /** The client keeps to itself what reading failed with when it sends a request again. */
  private static IOException unread() {
    return new IOException("the answer could not be read");
  }

  private boolean forget(Object client, Waiting waiting) {
    return known.get(client) == waiting && known.remove(client) == waiting;
  }

  /** Where the head of an answer is read; once inside the other where the client repeats itself. */
  final class Reading implements SiteHandler {

    @Override
    public boolean passesInsideCheck(Object client, Object[] args) {
      return true; // decides nothing
    }

    @Override
    public Object enter(WovenMethod woven, Object client, Object[] args) {
      Waiting waiting = known.get(client);
      if (waiting == null) {
        return null;
      }
      waiting.reading = true;
      return new Asked(client, waiting);
    }

    @Override
    public Object exit(Object token, Object result, Throwable thrown) {
      Asked asked = (Asked) token;
      asked.waiting().reading = false;
      if (thrown instanceof SocketTimeoutException
          && UrlClientAccess.get().waitsForContinue(asked.client())) {
        return result; // no word of the server before the body; the answer is read behind it
      }
      if (forget(asked.client(), asked.waiting())) {
        // Else it was repeated, and ended there. A refused repetition says nothing of this one.
        Throwable failure = thrown instanceof EffectRefusedException ? unread() : thrown;
        asked
            .waiting()
            .firing
            .ended(thrown == null ? BodyState.RETURNED : BodyState.RAISED, failure);
      }
      return result;
    }
  }

  /** Where a connection is closed: who did not ask for the answer until then does not get it. */
  final class Closing implements SiteHandler {

    @Override
    public boolean passesInsideCheck(Object client, Object[] args) {
      return true; // decides nothing
    }

    @Override
    public Object enter(WovenMethod woven, Object client, Object[] args) {
      Waiting waiting = known.get(client);
      if (waiting != null && !waiting.reading && forget(client, waiting)) {
        waiting.firing.ended(BodyState.ABANDONED, null);
      }
      return null;
    }
  }
}
