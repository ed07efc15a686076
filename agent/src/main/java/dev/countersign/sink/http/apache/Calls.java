package dev.countersign.sink.http.apache;

import dev.countersign.scope.Firing;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * Which request of the application the calling thread carries out: where the client follows answers
 * to other places, the first attempt and those that it was sent on to belong together. A blocking
 * client stays on one thread.
 */
final class Calls {

  /** One request of the application. */
  static final class Call {

    private final Call outer;
    private String last;
    private Firing firing;

    private Call(Call outer) {
      this.outer = outer;
    }

    /** The attempt before, where an answer turned it into this other request; else null. */
    Firing sentOnFrom(String request) {
      return last == null || last.equals(request) ? null : firing;
    }

    /** The attempt that was made last; null before the first one. */
    Firing last() {
      return firing;
    }

    void attempted(String request, Firing judged) {
      last = request;
      firing = judged;
    }
  }

  private final ThreadLocal<Call> current = new ThreadLocal<>();

  /** Null where the client follows nothing. */
  Call current() {
    return current.get();
  }

  /** Around what follows answers. */
  SiteHandler hook() {
    return new SiteHandler() {
      @Override
      public Object enter(WovenMethod woven, Object self, Object[] args) {
        Call call = new Call(current.get());
        current.set(call);
        return call;
      }

      @Override
      public Object exit(Object token, Object result, Throwable thrown) {
        current.set(((Call) token).outer);
        return result;
      }
    };
  }
}
