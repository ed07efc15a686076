package dev.countersign.sink.http.okhttp;

import dev.countersign.ledger.BodyState;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Firing;
import dev.countersign.scope.WeakIdentityMap;

/** What is known of requests under way. Keeps none of them alive. */
final class Attempts {

  /** The attempt of a call that was made last. */
  record Last(Firing firing, String method, String url) {

    /**
     * An authentication round repeats a request; a redirect changes where it goes or what it asks.
     */
    boolean isRepeatedBy(String otherMethod, String otherUrl) {
      return method.equals(otherMethod) && url.equals(otherUrl);
    }
  }

  /** One per thread: a client's call does not leave it. */
  static final class Passing {
    /** The chain of a request that is left alone, which was made for it and asks nothing else. */
    Object left;

    /** What the stand-in read of the request that it hands on. */
    Attempt attempt;

    /** The call for which a connection is made; null for none. */
    Object call;

    /** Whether a tunnel for it was refused: what is thrown by now says so. */
    boolean tunnelRefused;

    private Firing tunnel;

    /** A tunnel is asked for, perhaps once more. */
    void tunnel(Firing asked) {
      tunnelEnded(BodyState.RETURNED, null);
      tunnel = asked;
    }

    /** There was an answer to what was asked, or will be none. */
    void tunnelEnded(BodyState state, Throwable failed) {
      Firing asked = tunnel;
      tunnel = null;
      if (asked != null) {
        asked.ended(state, failed);
      }
    }
  }

  private final ThreadLocal<Passing> passing =
      new ThreadLocal<>() {
        @Override
        protected Passing initialValue() {
          return new Passing();
        }
      };

  private final WeakIdentityMap<Object> carried = new WeakIdentityMap<>();
  private final WeakIdentityMap<Last> last = new WeakIdentityMap<>();

  /** What was carried by the thread that asks for a connection for a call. */
  void carries(Object call, Object captured) {
    carried.put(call, captured);
  }

  /** Whether any call asks for a connection in a scope. */
  boolean anyCarries() {
    return !carried.isEmpty();
  }

  /** It asks for another connection outside of every scope. */
  void carriesNothing(Object call) {
    carried.remove(call);
  }

  /** See {@link Carry#capture}; null for a call that asked for no connection in a scope. */
  Object carriedBy(Object call) {
    return carried.get(call);
  }

  Passing passing() {
    return passing.get();
  }

  /** Null for the first attempt of what the application asked for. */
  Last last(Object call) {
    return last.get(call);
  }

  void last(Object call, Last attempt) {
    last.put(call, attempt);
  }

  /** Whether any call has made an attempt that was not left alone. */
  boolean anyMade() {
    return !last.isEmpty();
  }

  /** The application's request begins. */
  void begin(Object call) {
    last.remove(call);
  }
}
