package dev.countersign.guardrail;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A compiled predicate, ready to be asked: exactly the part of JSON Schema 2020-12 that {@link
 * GuardrailCompiler} writes, and nothing of it passed over. Numbers are compared exactly. Immutable
 * and thread-safe; asking allocates nothing but what a regular expression needs.
 */
public final class Predicate {

  private static final int NULL = 1;
  private static final int BOOLEAN = 2;
  private static final int STRING = 4;
  private static final int NUMBER = 8;
  private static final int ARRAY = 16;
  private static final int OBJECT = 32;

  /** Schemas inside one another; the compiler's own are far below. */
  private static final int MAX_DEPTH = 256;

  private final Check check;

  private Predicate(Check check) {
    this.check = check;
  }

  /**
   * @param schema a JSON value
   * @throws IllegalArgumentException for a keyword, or a use of one, that the compiler does not
   *     write
   */
  public static Predicate of(Object schema) {
    return new Predicate(schema(schema, 0));
  }

  /**
   * Whether the value is valid against the schema.
   *
   * @param json a JSON value, as {@link dev.countersign.canonical.Canonical} has them
   * @throws IllegalArgumentException when it holds something else
   */
  public boolean matches(Object json) {
    return check.holds(json);
  }

  /**
   * All of these schemas of a request, for who asks many about the same one: what all of them look
   * up is looked up once, in {@link Request}.
   *
   * @param closed whether what is not known of an actor counts as whatever makes this match
   * @param places what the schemas of one request look up, together
   */
  static Predicate ofRequest(List<?> schemas, boolean closed, Places places) {
    return new Predicate(rooted(all(schemas, 0), closed, places));
  }

  /** Whether the request is valid against the schemas of {@link #ofRequest}. */
  boolean matches(Request request) {
    return check.holds(request);
  }

  /** Arguments and members of the actor that schemas look up, numbered as they come. */
  static final class Places {

    /** Beyond these, each schema looks up for itself. */
    private static final int MOST = 256;

    private final Map<String, Integer> numbers = new HashMap<>();

    /** -1 where there is none. */
    private int of(String root, String name) {
      String place = root + '.' + name;
      Integer known = numbers.get(place);
      if (known == null && numbers.size() < MOST) {
        known = numbers.size();
        numbers.put(place, known);
      }
      return known == null ? -1 : known;
    }
  }

  /** A request that is judged, by one thread. */
  static final class Request {
    private static final Object ABSENT = new Object();
    private static final Object NULL = new Object();

    private final String verb;
    private final Object intent;
    private final Object actor;
    private final Object arguments;
    private final boolean unknownActor;

    /** By the number of its place: null where it was not looked up yet. */
    private final Object[] found;

    /**
     * @param verb null where that is not asked for
     * @param intent of spec 1.3
     * @param actor the actor's state
     * @param places of the schemas that it will be asked about
     */
    Request(String verb, Map<String, Object> intent, Map<String, Object> actor, Places places) {
      this.verb = verb;
      this.intent = intent;
      this.actor = actor;
      this.arguments = intent.get("arguments");
      this.unknownActor = actor instanceof UnknownActor;
      this.found = new Object[places.numbers.size()];
    }

    private Object lookUp(Object in, String name, int place) {
      Object value = ABSENT;
      if (in instanceof Map<?, ?> object) {
        Object member = object.get(name);
        value = member != null ? member : object.containsKey(name) ? NULL : ABSENT;
      }
      found[place] = value;
      return value;
    }
  }

  /**
   * The same check of a {@link Request} instead of a map.
   *
   * @param unknown what a comparison with something unknown comes to here; the opposite of it below
   *     a negation, so that it is one and the same for the whole
   */
  private static Check rooted(Check check, boolean unknown, Places places) {
    if (check instanceof All all) {
      Check[] each = rooted(all.checks, unknown, places);
      return each.length == 1 ? each[0] : new All(each);
    }
    if (check instanceof Any any) {
      return new Any(rooted(any.checks, unknown, places));
    }
    if (check instanceof Not not) {
      return new Not(rooted(not.inner, !unknown, places));
    }
    if (check instanceof Member member && member.objectsOnly) {
      switch (member.name) {
        case "actor":
          return ofActor(member.value, unknown, places);
        case "intent":
          return member.value instanceof Member inner
                  && inner.objectsOnly
                  && inner.name.equals("arguments")
              ? ofArguments(inner.value, places)
              : new OfIntent(member.value);
        case "verb":
          return new OfVerb(member.value);
        default:
          break;
      }
    }
    throw new IllegalArgumentException("a request is asked about verb, intent and actor only");
  }

  private static Check ofActor(Check value, boolean unknown, Places places) {
    if (value instanceof Member of && of.objectsOnly) {
      if (of.name.equals(UnknownActor.AGENT)) {
        return new OfActor(value);
      }
      int place = places.of("actor", of.name);
      if (place >= 0) {
        return new OfActorMember(of.name, place, of.value, unknown);
      }
    }
    return new OfUnknowable(value, unknown);
  }

  private static Check ofArguments(Check value, Places places) {
    if (value instanceof Member of && of.objectsOnly) {
      int place = places.of("arguments", of.name);
      if (place >= 0) {
        return new OfArgument(of.name, place, of.value);
      }
    }
    return new OfIntent(new Member("arguments", value, true));
  }

  private static Check[] rooted(Check[] checks, boolean unknown, Places places) {
    Check[] rooted = new Check[checks.length];
    for (int i = 0; i < rooted.length; i++) {
      rooted[i] = rooted(checks[i], unknown, places);
    }
    return rooted;
  }

  // Reading a schema

  private static Check schema(Object schema, int depth) {
    if (depth > MAX_DEPTH) {
      throw new IllegalArgumentException("schemas are nested deeper than " + MAX_DEPTH);
    }
    if (Boolean.TRUE.equals(schema)) {
      return new All(new Check[0]);
    }
    if (!(schema instanceof Map<?, ?> keywords)) {
      throw new IllegalArgumentException("a schema is an object or true");
    }
    List<Check> checks = new ArrayList<>(4);
    if (keywords.containsKey("required") && keywords.containsKey("properties")) {
      checks.add(step(keywords, depth));
    }
    for (Map.Entry<?, ?> keyword : keywords.entrySet()) {
      Check check = keyword((String) keyword.getKey(), keyword.getValue(), keywords, depth);
      if (check != null) {
        checks.add(check);
      }
    }
    if (checks.size() == 2) {
      Check first = checks.get(0);
      Check second = checks.get(1);
      if (first instanceof Present != second instanceof Present) {
        return new PresentAnd(first instanceof Present ? second : first);
      }
    }
    return checks.size() == 1 ? checks.get(0) : new All(checks.toArray(new Check[0]));
  }

  /** Null for what says nothing by itself. */
  private static Check keyword(String name, Object value, Map<?, ?> beside, int depth) {
    switch (name) {
      case "$schema":
        return null;
      case "type":
        // What stands in an object with this name is looked up once.
        return beside.containsKey("required") && value.equals("object")
            ? null
            : new Type(types(value));
      case "required":
      case "properties":
        if (!beside.containsKey("required") || !beside.containsKey("properties")) {
          throw unknown(name);
        }
        return null;
      case "const":
        return value instanceof String text ? new SameText(text) : new Same(value);
      case "enum":
        return among(list(value, name));
      case "not":
        return isNullType(value) ? new Present() : new Not(schema(value, depth + 1));
      case "allOf":
        return all(list(value, name), depth);
      case "anyOf":
        return new Any(checks(list(value, name), depth));
      case "minimum":
        return new Bound(number(value, name), true, false);
      case "exclusiveMinimum":
        return new Bound(number(value, name), true, true);
      case "maximum":
        return new Bound(number(value, name), false, false);
      case "exclusiveMaximum":
        return new Bound(number(value, name), false, true);
      case "pattern":
        return TextTest.of(text(value, name));
      case "minLength":
      case "maxLength":
        return new Length(size(value, name), name.equals("minLength"));
      case "minItems":
      case "maxItems":
        return new Count(size(value, name), name.equals("minItems"));
      case "items":
        return new Items(schema(value, depth + 1), true);
      case "contains":
        return new Items(schema(value, depth + 1), false);
      case "prefixItems":
        return new Prefix(checks(list(value, name), depth));
      default:
        throw unknown(name);
    }
  }

  private static boolean isNullType(Object schema) {
    return schema instanceof Map<?, ?> map && map.size() == 1 && "null".equals(map.get("type"));
  }

  private static Check all(List<?> schemas, int depth) {
    return new All(checks(schemas, depth));
  }

  private static Check step(Map<?, ?> keywords, int depth) {
    List<?> required = list(keywords.get("required"), "required");
    if (!(keywords.get("properties") instanceof Map<?, ?> properties)
        || required.size() != 1
        || properties.size() != 1
        || !(required.get(0) instanceof String name)
        || !properties.containsKey(name)) {
      throw new IllegalArgumentException(
          "required and properties are used with one name only, the same in both");
    }
    return new Member(
        name, schema(properties.get(name), depth + 1), "object".equals(keywords.get("type")));
  }

  private static Check among(List<?> values) {
    Set<Object> texts = new HashSet<>();
    for (Object value : values) {
      if (!(value instanceof String)) {
        Check[] each = new Check[values.size()];
        for (int i = 0; i < each.length; i++) {
          each[i] = new Same(values.get(i));
        }
        return new Any(each);
      }
      texts.add(value);
    }
    return new OneOf(texts);
  }

  private static Check[] checks(List<?> schemas, int depth) {
    Check[] checks = new Check[schemas.size()];
    for (int i = 0; i < checks.length; i++) {
      checks[i] = schema(schemas.get(i), depth + 1);
    }
    return checks;
  }

  private static int types(Object value) {
    if (value instanceof List<?> names) {
      int mask = 0;
      for (Object name : names) {
        mask |= typeNamed(name);
      }
      return mask;
    }
    return typeNamed(value);
  }

  private static int typeNamed(Object name) {
    if (name instanceof String text) {
      switch (text) {
        case "null":
          return NULL;
        case "boolean":
          return BOOLEAN;
        case "string":
          return STRING;
        case "number":
          return NUMBER;
        case "array":
          return ARRAY;
        case "object":
          return OBJECT;
        default:
          break;
      }
    }
    throw new IllegalArgumentException("a type that sentences do not know");
  }

  private static List<?> list(Object value, String keyword) {
    if (value instanceof List<?> list && !list.isEmpty()) {
      return list;
    }
    throw new IllegalArgumentException(keyword + " is a list with something in it");
  }

  private static String text(Object value, String keyword) {
    if (value instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException(keyword + " is a text");
  }

  private static Object number(Object value, String keyword) {
    if (type(value) == NUMBER) {
      return value;
    }
    throw new IllegalArgumentException(keyword + " is a number");
  }

  private static int size(Object value, String keyword) {
    if (value instanceof Long size && size >= 0 && size <= Integer.MAX_VALUE) {
      return size.intValue();
    }
    throw new IllegalArgumentException(keyword + " is a whole number from 0");
  }

  private static IllegalArgumentException unknown(String keyword) {
    return new IllegalArgumentException("a keyword that sentences do not compile to: " + keyword);
  }

  // Values

  private static int type(Object json) {
    if (json instanceof String) {
      return STRING;
    }
    if (json == null) {
      return NULL;
    }
    if (Exact.isNumber(json)) {
      return NUMBER;
    }
    if (json instanceof Map) {
      return OBJECT;
    }
    if (json instanceof List) {
      return ARRAY;
    }
    if (json instanceof Boolean) {
      return BOOLEAN;
    }
    throw new IllegalArgumentException("no JSON value: " + json.getClass().getName());
  }

  /** One thing that a schema says. */
  abstract static class Check {
    abstract boolean holds(Object json);
  }

  private static final class All extends Check {
    private final Check[] checks;

    All(Check[] checks) {
      this.checks = checks;
    }

    @Override
    boolean holds(Object json) {
      for (Check check : checks) {
        if (!check.holds(json)) {
          return false;
        }
      }
      return true;
    }
  }

  private static final class Any extends Check {
    private final Check[] checks;

    Any(Check[] checks) {
      this.checks = checks;
    }

    @Override
    boolean holds(Object json) {
      for (Check check : checks) {
        if (check.holds(json)) {
          return true;
        }
      }
      return false;
    }
  }

  private static final class Not extends Check {
    private final Check inner;

    Not(Check inner) {
      this.inner = inner;
    }

    @Override
    boolean holds(Object json) {
      return !inner.holds(json);
    }
  }

  /** {@code not: {type: null}}. */
  private static final class Present extends Check {
    @Override
    boolean holds(Object json) {
      return json != null;
    }
  }

  /** {@link Present} and one thing more, as most comparisons of a deny are. */
  private static final class PresentAnd extends Check {
    private final Check other;

    PresentAnd(Check other) {
      this.other = other;
    }

    @Override
    boolean holds(Object json) {
      return json != null && other.holds(json);
    }
  }

  private static final class OfIntent extends Check {
    private final Check value;

    OfIntent(Check value) {
      this.value = value;
    }

    @Override
    boolean holds(Object json) {
      return value.holds(((Request) json).intent);
    }
  }

  private static final class OfVerb extends Check {
    private final Check value;

    OfVerb(Check value) {
      this.value = value;
    }

    @Override
    boolean holds(Object json) {
      return value.holds(((Request) json).verb);
    }
  }

  /** What of the actor may be unknown: all but the agent's name. */
  private static final class OfUnknowable extends Check {
    private final Check value;
    private final boolean unknown;

    OfUnknowable(Check value, boolean unknown) {
      this.value = value;
      this.unknown = unknown;
    }

    @Override
    boolean holds(Object json) {
      Request request = (Request) json;
      return request.unknownActor ? unknown : value.holds(request.actor);
    }
  }

  private static final class OfActorMember extends Check {
    private final String name;
    private final int place;
    private final Check value;
    private final boolean unknown;

    OfActorMember(String name, int place, Check value, boolean unknown) {
      this.name = name;
      this.place = place;
      this.value = value;
      this.unknown = unknown;
    }

    @Override
    boolean holds(Object json) {
      Request request = (Request) json;
      if (request.unknownActor) {
        return unknown;
      }
      Object found = request.found[place];
      if (found == null) {
        found = request.lookUp(request.actor, name, place);
      }
      return found != Request.ABSENT && value.holds(found == Request.NULL ? null : found);
    }
  }

  private static final class OfArgument extends Check {
    private final String name;
    private final int place;
    private final Check value;

    OfArgument(String name, int place, Check value) {
      this.name = name;
      this.place = place;
      this.value = value;
    }

    @Override
    boolean holds(Object json) {
      Request request = (Request) json;
      Object found = request.found[place];
      if (found == null) {
        found = request.lookUp(request.arguments, name, place);
      }
      return found != Request.ABSENT && value.holds(found == Request.NULL ? null : found);
    }
  }

  private static final class OfActor extends Check {
    private final Check value;

    OfActor(Check value) {
      this.value = value;
    }

    @Override
    boolean holds(Object json) {
      return value.holds(((Request) json).actor);
    }
  }

  private static final class Type extends Check {
    private final int types;

    Type(int types) {
      this.types = types;
    }

    @Override
    boolean holds(Object json) {
      return (type(json) & types) != 0;
    }
  }

  /** {@code required} and {@code properties} of one name, with {@code type: object} or without. */
  private static final class Member extends Check {
    private final String name;
    private final Check value;
    private final boolean objectsOnly;

    Member(String name, Check value, boolean objectsOnly) {
      this.name = name;
      this.value = value;
      this.objectsOnly = objectsOnly;
    }

    @Override
    boolean holds(Object json) {
      if (!(json instanceof Map<?, ?> object)) {
        return !objectsOnly;
      }
      Object member = object.get(name);
      return (member != null || object.containsKey(name)) && value.holds(member);
    }
  }

  private static final class SameText extends Check {
    private final String text;

    SameText(String text) {
      this.text = text;
    }

    @Override
    boolean holds(Object json) {
      return text.equals(json);
    }
  }

  private static final class Same extends Check {
    private final Object value;
    private final boolean number;

    Same(Object value) {
      this.value = value;
      this.number = type(value) == NUMBER;
      if ((type(value) & (ARRAY | OBJECT)) != 0) {
        throw new IllegalArgumentException("const and enum hold texts, numbers and booleans");
      }
    }

    @Override
    boolean holds(Object json) {
      return number
          ? Exact.isNumber(json) && Exact.compare(json, value) == 0
          : value == null ? json == null : value.equals(json);
    }
  }

  private static final class OneOf extends Check {
    private final Set<Object> texts;

    OneOf(Set<Object> texts) {
      this.texts = texts;
    }

    @Override
    boolean holds(Object json) {
      return json instanceof String && texts.contains(json);
    }
  }

  private static final class Bound extends Check {
    private final Object bound;
    private final boolean small;
    private final long smallBound;
    private final boolean least;
    private final boolean exclusive;

    Bound(Object bound, boolean least, boolean exclusive) {
      this.bound = bound;
      this.small = bound instanceof Long;
      this.smallBound = bound instanceof Long whole ? whole : 0;
      this.least = least;
      this.exclusive = exclusive;
    }

    @Override
    boolean holds(Object json) {
      int compared;
      if (json instanceof Long number && small) {
        compared = Long.compare(number, smallBound);
      } else if (Exact.isNumber(json)) {
        compared = Exact.compare(json, bound);
      } else {
        return true;
      }
      return compared == 0 ? !exclusive : compared > 0 == least;
    }
  }

  private static final class Length extends Check {
    private final int size;
    private final boolean least;

    Length(int size, boolean least) {
      this.size = size;
      this.least = least;
    }

    @Override
    boolean holds(Object json) {
      if (!(json instanceof String text)) {
        return true;
      }
      int length = text.codePointCount(0, text.length());
      return least ? length >= size : length <= size;
    }
  }

  private static final class Count extends Check {
    private final int size;
    private final boolean least;

    Count(int size, boolean least) {
      this.size = size;
      this.least = least;
    }

    @Override
    boolean holds(Object json) {
      return !(json instanceof List<?> list) || (least ? list.size() >= size : list.size() <= size);
    }
  }

  private static final class Items extends Check {
    private final Check each;
    private final boolean every;

    Items(Check each, boolean every) {
      this.each = each;
      this.every = every;
    }

    @Override
    boolean holds(Object json) {
      if (!(json instanceof List<?> list)) {
        return true;
      }
      for (int i = 0; i < list.size(); i++) {
        if (each.holds(list.get(i)) != every) {
          return !every;
        }
      }
      return every;
    }
  }

  private static final class Prefix extends Check {
    private final Check[] checks;

    Prefix(Check[] checks) {
      this.checks = checks;
    }

    @Override
    boolean holds(Object json) {
      if (!(json instanceof List<?> list)) {
        return true;
      }
      for (int i = 0; i < checks.length && i < list.size(); i++) {
        if (!checks[i].holds(list.get(i))) {
          return false;
        }
      }
      return true;
    }
  }

  /** Numbers of JSON values, compared by what they denote. */
  private static final class Exact {

    static boolean isNumber(Object json) {
      return json instanceof Long
          || json instanceof Integer
          || json instanceof BigDecimal
          || json instanceof java.math.BigInteger;
    }

    static int compare(Object left, Object right) {
      if (!(left instanceof BigDecimal)
          && !(right instanceof BigDecimal)
          && !(left instanceof java.math.BigInteger)
          && !(right instanceof java.math.BigInteger)) {
        return Long.compare(((Number) left).longValue(), ((Number) right).longValue());
      }
      return decimal(left).compareTo(decimal(right));
    }

    private static BigDecimal decimal(Object number) {
      if (number instanceof BigDecimal decimal) {
        return decimal;
      }
      return number instanceof java.math.BigInteger integer
          ? new BigDecimal(integer)
          : BigDecimal.valueOf(((Number) number).longValue());
    }

    private Exact() {}
  }
}
