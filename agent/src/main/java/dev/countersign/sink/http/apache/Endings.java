package dev.countersign.sink.http.apache;

import dev.countersign.ledger.BodyState;
import dev.countersign.scope.WeakIdentityMap;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/** How attempts end. Decides nothing. */
final class Endings {

  private final WeakIdentityMap<Wire> wires;

  Endings(WeakIdentityMap<Wire> wires) {
    this.wires = wires;
  }

  private Attempt attempt(Object connection) {
    Wire wire = wires.get(connection);
    Attempt attempt = wire == null ? null : wire.attempt();
    return attempt == null || attempt.isLeft() ? null : attempt;
  }

  /** Around the sending of a body. */
  SiteHandler body() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object connection, Object[] args) {
        return attempt(connection);
      }

      @Override
      public Object exit(Object token, Object result, Throwable thrown) {
        ((Attempt) token).sent(thrown == null);
        if (thrown != null) {
          ((Attempt) token).ended(BodyState.RAISED, thrown);
        }
        return result;
      }
    };
  }

  /** Where an answer turns out to be the last one. */
  SiteHandler lastAnswer() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object connection, Object[] args) {
        Attempt attempt = attempt(connection);
        if (attempt != null) {
          attempt.answered();
        }
        return null;
      }
    };
  }

  /** Around the reading of an answer's head; there may be some before the last one. */
  SiteHandler answer() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object connection, Object[] args) {
        return attempt(connection);
      }

      @Override
      public Object exit(Object token, Object result, Throwable thrown) {
        Attempt attempt = (Attempt) token;
        if (thrown != null) {
          attempt.ended(BodyState.RAISED, thrown);
        } else if (attempt.isAnswered()) {
          attempt.ended(BodyState.RETURNED, null);
          if (attempt.isBodyWritten()) {
            attempt.wire().attempt(null); // it holds the bytes of its body, or waits for a copy
          } else {
            attempt.release(); // the server wants none any more (100-continue)
          }
        }
        return result;
      }
    };
  }

  /** Where a connection is closed. */
  SiteHandler closing() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object connection, Object[] args) {
        Wire wire = wires.get(connection);
        if (wire != null) {
          wire.closed();
        }
        return null;
      }
    };
  }
}
