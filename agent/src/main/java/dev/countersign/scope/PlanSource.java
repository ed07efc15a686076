package dev.countersign.scope;

/**
 * Reads the digest of the class file that interprets a request, anew at each call (spec 1.4, {@code
 * plan}).
 */
@FunctionalInterface
public interface PlanSource {

  /** There is none. Not a lambda: this is used before {@code main}. */
  PlanSource NONE =
      new PlanSource() {
        @Override
        public String digest() {
          return null;
        }
      };

  /**
   * BLAKE3-256 hex of the class file as last handed to the transformer; null when there is none.
   */
  String digest();
}
