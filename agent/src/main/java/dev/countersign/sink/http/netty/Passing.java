package dev.countersign.sink.http.netty;

import dev.countersign.scope.Firing;

/** What is on its way down a pipeline on this thread, for who sees it again further down. */
final class Passing {

  /** One per thread. */
  private static final class Cell {
    Object encoded;
    int below;
  }

  /** A codec of HTTP/2 that goes on with a request. */
  private record Below(Firing firing) {}

  private static final Below LEFT = new Below(null);

  private final ThreadLocal<Cell> cells =
      new ThreadLocal<>() {
        @Override
        protected Cell initialValue() {
          return new Cell();
        }
      };

  /** A request was seen that is about to be encoded. */
  void encoded(Object request) {
    cells.get().encoded = request;
  }

  /** Whether this one was; once. */
  boolean wasEncoded(Object request) {
    Cell cell = cells.get();
    boolean known = cell.encoded == request;
    cell.encoded = null;
    return known;
  }

  /** From here on, until {@link #leave}, what is below is part of a request that was seen. */
  Object below() {
    cells.get().below++;
    return LEFT;
  }

  /**
   * @param firing of that request
   */
  Object below(Firing firing) {
    cells.get().below++;
    return new Below(firing);
  }

  boolean isBelow() {
    return cells.get().below > 0;
  }

  /** The firing of the request, or null. */
  Firing leave(Object token) {
    cells.get().below--;
    return ((Below) token).firing();
  }
}
