package dev.countersign.guardrail;

import dev.countersign.effect.Verb;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a sentence can name of a request (spec 1.3) and of the actor (spec 3.4), and its kind. */
final class Shape {

  enum Kind {
    TEXT,
    NUMBER,
    LIST,
    /** With the members that are listed. */
    OBJECT,
    /** With any members, all of one shape. */
    MAP,
    /** What a model presented: known only when it is judged. */
    ANY
  }

  static final Shape ANY = new Shape(Kind.ANY, null, Map.of());
  private static final Shape TEXT = new Shape(Kind.TEXT, null, Map.of());
  private static final Shape NUMBER = new Shape(Kind.NUMBER, null, Map.of());
  private static final Shape TEXTS = new Shape(Kind.LIST, TEXT, Map.of());

  private static final Map<String, Shape> ACTOR =
      members(
          "agent", TEXT,
          "principal", TEXT,
          "clearance", TEXT,
          "team", TEXT,
          "org_unit", TEXT,
          "role", TEXT,
          "scopes", TEXTS);

  private static final Map<String, Shape> EXEC =
      members(
          "argv", TEXTS,
          "dir", TEXT,
          "env", object(members("set", map(TEXT), "unset", TEXTS)));

  private static final Map<String, Shape> SEND =
      members(
          "method", TEXT,
          "url", TEXT,
          "headers", map(TEXTS),
          "body", object(members("form", TEXT, "length", NUMBER, "digest", TEXT)),
          "proxy", TEXT);

  private static final Map<String, Shape> INVOKE =
      members("arguments", map(ANY), "tool", TEXT, "method", TEXT);

  private final Kind kind;
  private final Shape element;
  private final Map<String, Shape> members;

  private Shape(Kind kind, Shape element, Map<String, Shape> members) {
    this.kind = kind;
    this.element = element;
    this.members = members;
  }

  private static Shape map(Shape element) {
    return new Shape(Kind.MAP, element, Map.of());
  }

  private static Shape object(Map<String, Shape> members) {
    return new Shape(Kind.OBJECT, null, members);
  }

  private static Map<String, Shape> members(Object... namesAndShapes) {
    Map<String, Shape> members = new LinkedHashMap<>(16);
    for (int i = 0; i < namesAndShapes.length; i += 2) {
      members.put((String) namesAndShapes[i], (Shape) namesAndShapes[i + 1]);
    }
    return members;
  }

  /** Of the actor's state. */
  static Shape actor() {
    return object(ACTOR);
  }

  /** Of an intent; null for a sentence about all effects, which share nothing. */
  static Map<String, Shape> intent(Verb verb) {
    if (verb == null) {
      return Map.of();
    }
    switch (verb) {
      case EXEC:
        return EXEC;
      case SEND:
        return SEND;
      default:
        return INVOKE;
    }
  }

  Kind kind() {
    return kind;
  }

  /** The names that may follow; empty where any may. */
  List<String> names() {
    return List.copyOf(members.keySet());
  }

  /** What stands under a name; null where nothing can. */
  Shape member(String name) {
    switch (kind) {
      case ANY:
        return ANY;
      case MAP:
        return element;
      default:
        return members.get(name);
    }
  }

  /** What stands in a list; null where there is none. */
  Shape element() {
    return kind == Kind.ANY ? ANY : kind == Kind.LIST ? element : null;
  }
}
