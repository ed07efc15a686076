package dev.countersign.learn;

/**
 * One value of an effect that a template may take from somewhere.
 *
 * @param place for people: {@code argv[3]}, {@code url path[1]}, {@code body.json.amount}
 * @param kind what it can be
 * @param value a text; of {@link Kind#JSON} any JSON value, of {@link Kind#LIST} a list of texts
 */
record Slot(String place, Kind kind, Object value) {

  enum Kind {
    /** One text. */
    TEXT,
    /** One component of a URL. */
    COMPONENT,
    /** A value in a JSON body. */
    JSON,
    /** Elements of argv that a list gives. */
    LIST,
    /** The program of a process start, which is never left open. */
    PROGRAM
  }

  /** Whether it is all of a JSON body, in which {@code ${args}} may stand. */
  boolean isRoot() {
    return place.equals("body.json");
  }
}
