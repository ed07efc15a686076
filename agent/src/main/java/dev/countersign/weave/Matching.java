package dev.countersign.weave;

import java.util.List;

/** Finds out which methods of a class that is being defined the configured patterns name. */
interface Matching {

  /**
   * One method.
   *
   * @param className internal name of the class that declares it: the one that is being defined, or
   *     a superclass that it inherits the method from
   */
  record Found(TypePattern pattern, String className, String method, String descriptor) {}

  /**
   * What was found in one class.
   *
   * @param unread why the class could not be examined; null when it could
   * @param holes what is named and not bound, and why, as whole sentences
   */
  record Result(List<Found> found, String unread, List<String> holes) {
    static final Result NOTHING = new Result(List.of(), null, List.of());
  }

  /**
   * @param loader that defines the class
   * @param name internal
   */
  Result in(ClassLoader loader, String name, byte[] classFile);
}
