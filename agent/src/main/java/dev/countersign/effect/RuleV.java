package dev.countersign.effect;

import dev.countersign.canonical.Contents;
import dev.countersign.canonical.DeclaredFields;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Snapshot;
import java.io.Serializable;
import java.lang.reflect.MalformedParameterizedTypeException;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.CharBuffer;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Whether a Java value is the value-preserving image of a JSON value (rule V, spec 1.3): the tool
 * runs on what the model's JSON denotes. Deterministic; no code of the application runs.
 *
 * <p>False means "not proven". A type that rule V does not know, a foreign collection, a subclass
 * where a class was declared (its methods could say something else than its fields): all do not
 * hold, and {@link Arguments} then puts the actual value in the JSON's place.
 */
public final class RuleV {

  /** A scalar in as many containers as JSON may nest. */
  private static final int MAX_DEPTH = Snapshot.MAX_DEPTH + 1;

  /** Most comparisons that one set, or map with keys other than strings, may cost. */
  private static final long MAX_PAIRS = 4_000_000;

  private final boolean builderBinds;
  private int depth;

  private RuleV(boolean builderBinds) {
    this.builderBinds = builderBinds;
  }

  /**
   * Rule V where no argument builder was observed: a nested property that the JSON lacks must be
   * null, empty, zero or false.
   *
   * @param json the JSON value; ignored when not present
   * @param present whether the JSON has the value at all
   * @param type the declared generic type, as reflection gives it
   * @param actual what the method is about to run on
   */
  public static boolean holds(Object json, boolean present, Type type, Object actual) {
    return holds(json, present, type, actual, false);
  }

  /**
   * Rule V.
   *
   * @param json the JSON value; ignored when not present
   * @param present whether the JSON has the value at all
   * @param type the declared generic type, as reflection gives it
   * @param actual what the method is about to run on
   * @param builderBinds whether the exact snapshot at the framework's argument builder is compared
   *     as well: a nested property that the JSON lacks is then free here
   */
  public static boolean holds(
      Object json, boolean present, Type type, Object actual, boolean builderBinds) {
    try {
      return new RuleV(builderBinds).value(present ? json : null, DeclaredType.of(type), actual);
    } catch (NotCanonicalException
        | LinkageError
        | TypeNotPresentException
        | MalformedParameterizedTypeException unreadable) {
      // What cannot be read cannot be proven; the snapshot of the actual value says which type it
      // was.
      return false;
    }
  }

  private boolean value(Object json, DeclaredType type, Object actual) {
    if (depth == MAX_DEPTH) {
      return false;
    }
    depth++;
    boolean holds = optionalOrValue(json, type, actual);
    depth--;
    return holds;
  }

  private boolean optionalOrValue(Object json, DeclaredType type, Object actual) {
    if (actual instanceof Optional<?> optional) {
      return optional.isPresent()
          ? type.raw() == Optional.class
              && json != null
              && value(json, type.argument(0, 1), optional.get())
          : json == null;
    }
    if (actual instanceof OptionalInt optional) {
      return optional.isPresent() ? isInteger(json, optional.getAsInt()) : json == null;
    }
    if (actual instanceof OptionalLong optional) {
      return optional.isPresent() ? isInteger(json, optional.getAsLong()) : json == null;
    }
    if (actual instanceof OptionalDouble optional) {
      return optional.isPresent() ? isNearest(json, optional.getAsDouble()) : json == null;
    }
    if (json == null || actual == null) {
      return json == null && Contents.bare(actual) == null;
    }
    return known(json, type, actual);
  }

  /** Neither side is null. */
  private boolean known(Object json, DeclaredType type, Object actual) {
    Class<?> raw = type.raw();
    if (raw == Object.class || raw == Number.class || isJsonNode(raw)) {
      return untyped(json, actual);
    }
    if (raw == boolean.class || raw == Boolean.class) {
      return actual instanceof Boolean && (json.equals(actual) || json.equals(actual.toString()));
    }
    if (isIntegerType(raw)) {
      return isIntegerType(actual.getClass()) && isInteger(json, ((Number) actual).longValue());
    }
    if (raw == double.class || raw == Double.class) {
      return actual instanceof Double d && isNearest(json, d);
    }
    if (raw == float.class || raw == Float.class) {
      return actual instanceof Float f && isNearest(json, f);
    }
    if (raw == BigDecimal.class || raw == BigInteger.class) {
      return actual instanceof Number && isEqual(Numbers.of(json), actual);
    }
    if (raw == char.class || raw == Character.class) {
      return actual instanceof Character
          && (json.equals(actual.toString()) || actual.toString().equals(quoted(json)));
    }
    if (raw == String.class || raw == CharSequence.class) {
      return actual instanceof String text && Texts.denotes(json, text);
    }
    if (raw.isEnum()) {
      return actual instanceof Enum<?> constant && EnumNames.denotes(json, constant);
    }
    if (ParsedTexts.covers(raw)) {
      return ParsedTexts.denotes(json, raw, actual)
          || quoted(json) != null && ParsedTexts.denotes(quoted(json), raw, actual);
    }
    if (raw.isArray()) {
      return array(json, type, actual);
    }
    if (Map.class.isAssignableFrom(raw)) {
      return map(json, type.argument(0, 2), type.argument(1, 2), actual);
    }
    if (Iterable.class.isAssignableFrom(raw)) {
      return elements(json, type.argument(0, 1), actual);
    }
    if (raw == Serializable.class || raw == Comparable.class) {
      return untyped(json, actual);
    }
    return object(json, type, actual);
  }

  private static boolean isIntegerType(Class<?> raw) {
    return raw == int.class
        || raw == Integer.class
        || raw == long.class
        || raw == Long.class
        || raw == short.class
        || raw == Short.class
        || raw == byte.class
        || raw == Byte.class;
  }

  /**
   * By value, not by scale. A number outside the closed set of types ends in the snapshot's
   * refusal.
   */
  private static boolean isEqual(BigDecimal json, Object actual) {
    return json != null && json.compareTo(Numbers.ofNumber(Snapshot.of(actual))) == 0;
  }

  private static boolean isInteger(Object json, long actual) {
    if (json instanceof Long || json instanceof Integer) {
      return ((Number) json).longValue() == actual;
    }
    BigDecimal number = Numbers.of(json);
    return number != null && number.compareTo(BigDecimal.valueOf(actual)) == 0;
  }

  /** Straight from the decimal text, and finite. Zeros of either sign are one number. */
  private static boolean isNearest(Object json, double actual) {
    BigDecimal number = Numbers.of(json);
    return number != null
        && !Double.isInfinite(actual)
        && Double.parseDouble(number.toString()) == actual;
  }

  /** Never by way of a double: rounding twice can end one float further. */
  private static boolean isNearest(Object json, float actual) {
    BigDecimal number = Numbers.of(json);
    return number != null
        && !Float.isInfinite(actual)
        && Float.parseFloat(number.toString()) == actual;
  }

  private static boolean isJsonNode(Class<?> raw) {
    String name = raw.getName();
    return name.equals("com.fasterxml.jackson.databind.JsonNode")
        || name.startsWith("com.fasterxml.jackson.databind.node.")
        || name.equals("tools.jackson.databind.JsonNode")
        || name.startsWith("tools.jackson.databind.node.");
  }

  /** A value whose declaration says nothing: it must be the same JSON, numbers exactly. */
  private boolean untyped(Object json, Object actual) {
    Object bare = Contents.bare(actual);
    if (bare == null) {
      return false;
    }
    if (bare instanceof Boolean || bare instanceof String) {
      return bare.equals(json);
    }
    if (bare instanceof Number) {
      return isEqual(Numbers.ofNumber(json), bare);
    }
    if (bare instanceof byte[]) {
      return Snapshot.of(bare).equals(json);
    }
    switch (Contents.kind(bare)) {
      case MAP:
        return json instanceof Map<?, ?>
            && map(json, DeclaredType.OBJECT, DeclaredType.OBJECT, bare);
      case NONE:
        return false;
      default:
        return json instanceof List<?> && elements(json, DeclaredType.OBJECT, bare);
    }
  }

  private boolean array(Object json, DeclaredType type, Object actual) {
    if (json instanceof String text && actual instanceof byte[] bytes) {
      String base64 = Base64.getEncoder().encodeToString(bytes);
      return text.equals(base64) || base64.equals(quoted(json));
    }
    if (json instanceof String text && actual instanceof char[] chars) {
      return text.contentEquals(CharBuffer.wrap(chars));
    }
    return actual.getClass().isArray() && elements(json, type.arguments()[0], actual);
  }

  private boolean elements(Object json, DeclaredType type, Object actual) {
    if (!((json instanceof String text ? parsed(text) : json) instanceof List<?> list)) {
      return false;
    }
    Object bare = Contents.bare(actual);
    switch (Contents.kind(bare)) {
      case LIST:
        return inOrder(list, type, Contents.elements(bare));
      case ORDERED_SET:
        return firstSeenInOrder(list, type, Contents.elements(bare));
      case SET:
        return asSet(list, type, Contents.elements(bare));
      default:
        return false;
    }
  }

  private boolean inOrder(List<?> json, DeclaredType type, Object[] actual) {
    if (json.size() != actual.length) {
      return false;
    }
    int i = 0;
    for (Object element : json) {
      if (!value(element, type, actual[i++])) {
        return false;
      }
    }
    return true;
  }

  /** A set that remembers insertion holds each element where the JSON has it first. */
  private boolean firstSeenInOrder(List<?> json, DeclaredType type, Object[] actual) {
    if ((long) json.size() * actual.length > MAX_PAIRS) {
      return false;
    }
    int seen = 0;
    for (Object element : json) {
      boolean repeated = false;
      for (int i = 0; i < seen && !repeated; i++) {
        repeated = value(element, type, actual[i]);
      }
      if (!repeated) {
        if (seen == actual.length || !value(element, type, actual[seen])) {
          return false;
        }
        seen++;
      }
    }
    return seen == actual.length;
  }

  private boolean asSet(List<?> json, DeclaredType type, Object[] actual) {
    if (type.raw() == String.class) {
      return asSetOfStrings(json, actual);
    }
    if ((long) json.size() * actual.length > MAX_PAIRS) {
      return false;
    }
    boolean[] found = new boolean[actual.length];
    for (Object element : json) {
      boolean any = false;
      for (int i = 0; i < actual.length; i++) {
        if (value(element, type, actual[i])) {
          found[i] = true;
          any = true;
        }
      }
      if (!any) {
        return false;
      }
    }
    for (boolean one : found) {
      if (!one) {
        return false;
      }
    }
    return true;
  }

  private static boolean asSetOfStrings(List<?> json, Object[] actual) {
    Set<Object> expected = new HashSet<>();
    for (Object element : json) {
      if (!(element instanceof String)) {
        return false;
      }
      expected.add(element);
    }
    for (Object element : actual) {
      if (!(element instanceof String) || !expected.remove(element)) {
        return false;
      }
    }
    return expected.isEmpty();
  }

  private boolean map(Object json, DeclaredType key, DeclaredType value, Object actual) {
    Object bare = Contents.bare(actual);
    if (!((json instanceof String text ? parsed(text) : json) instanceof Map<?, ?> object)
        || Contents.kind(bare) != Contents.Kind.MAP) {
      return false;
    }
    Object[] entries = Contents.entries(bare);
    if (object.size() * 2 != entries.length) {
      return false;
    }
    return key.raw() == Object.class || key.raw() == String.class || key.raw() == CharSequence.class
        ? mapOfStrings(object, value, entries)
        : mapOfOthers(object, key, value, entries);
  }

  private boolean mapOfStrings(Map<?, ?> json, DeclaredType value, Object[] entries) {
    for (int i = 0; i < entries.length; i += 2) {
      if (!(entries[i] instanceof String name)
          || !json.containsKey(name)
          || !value(json.get(name), value, entries[i + 1])) {
        return false;
      }
    }
    return true;
  }

  /** Every key of the JSON denotes one entry that no other key denotes. */
  private boolean mapOfOthers(
      Map<?, ?> json, DeclaredType key, DeclaredType value, Object[] entries) {
    if ((long) json.size() * json.size() > MAX_PAIRS) {
      return false;
    }
    boolean[] taken = new boolean[entries.length];
    for (Map.Entry<?, ?> expected : json.entrySet()) {
      int match = -1;
      for (int i = 0; i < entries.length; i += 2) {
        if (value(expected.getKey(), key, entries[i])) {
          if (match >= 0 || taken[i]) {
            return false;
          }
          match = i;
        }
      }
      if (match < 0 || !value(expected.getValue(), value, entries[match + 1])) {
        return false;
      }
      taken[match] = true;
    }
    return true;
  }

  private boolean object(Object json, DeclaredType declared, Object actual) {
    Object value = json instanceof String text ? parsedOrSame(text) : json;
    Class<?> raw = declared.raw();
    if (!(value instanceof Map<?, ?> object)) {
      return actual.getClass() == raw && onlyField(json, declared, actual);
    }
    DeclaredType type = declared;
    String told = null;
    if (actual.getClass() != raw) {
      boolean open = raw.isInterface() || Modifier.isAbstract(raw.getModifiers());
      if (!open || !Discriminator.denotes(object, raw, actual.getClass())) {
        return false;
      }
      type = DeclaredType.of(actual.getClass());
      told = Discriminator.property(raw);
    }
    return properties(object, told, type, actual) || onlyField(json, type, actual);
  }

  /** A class that holds one value, and is made of that value's JSON. */
  private boolean onlyField(Object json, DeclaredType type, Object actual) {
    DeclaredFields fields = DeclaredFields.of(type.raw());
    return fields.size() == 1 && value(json, type.of(fields.field(0)), fields.values(actual)[0]);
  }

  /**
   * @param told the key that says which class it is, and is for no field under another name; or
   *     null
   */
  private boolean properties(Map<?, ?> json, String told, DeclaredType type, Object actual) {
    DeclaredFields fields = DeclaredFields.of(type.raw());
    String[][] names = PropertyNames.of(type.raw());
    Object[] values = fields.values(actual);
    Set<Object> unknown = new LinkedHashSet<>(json.keySet());
    unknown.remove(told);
    String[] found = new String[values.length];
    for (int i = 0; i < values.length; i++) {
      found[i] = PropertyNames.find(json, names[i]);
      if (found[i] == PropertyNames.AMBIGUOUS) {
        // Which of the two the mapper took cannot be known.
        return false;
      }
      unknown.remove(found[i]);
    }
    for (int i = 0; i < values.length; i++) {
      DeclaredType field = type.of(fields.field(i));
      if (found[i] == null
          ? !absent(json, unknown, field, values[i])
          : !property(json.get(found[i]), field, values[i])) {
        return false;
      }
    }
    return true;
  }

  private boolean property(Object json, DeclaredType type, Object actual) {
    return json == null && type.raw().isPrimitive() ? isNothing(actual) : value(json, type, actual);
  }

  /**
   * A field that no key of the JSON is for. Where keys are left over, one of them may be for it by
   * a name that is not known here: then it must be what that key says.
   */
  private boolean absent(Map<?, ?> json, Set<Object> unknown, DeclaredType type, Object actual) {
    if (isNothing(actual)) {
      return true;
    }
    if (unknown.isEmpty()) {
      return builderBinds;
    }
    for (Object key : unknown) {
      if (value(json.get(key), type, actual)) {
        return true;
      }
    }
    return false;
  }

  /** Null, empty, zero or false: what a mapper leaves where the JSON says nothing. */
  private static boolean isNothing(Object actual) {
    Object bare = Contents.bare(actual);
    if (bare == null || Boolean.FALSE.equals(bare) || "".equals(bare)) {
      return true;
    }
    if (bare instanceof Character c) {
      return c == 0;
    }
    if (bare instanceof Number) {
      BigDecimal number = Numbers.ofNumber(Snapshot.of(bare));
      return number != null && number.signum() == 0;
    }
    if (bare instanceof Optional<?>
        || bare instanceof OptionalInt
        || bare instanceof OptionalLong
        || bare instanceof OptionalDouble) {
      return Snapshot.of(bare) == null;
    }
    switch (Contents.kind(bare)) {
      case MAP:
        return Contents.entries(bare).length == 0;
      case NONE:
        return false;
      default:
        return Contents.elements(bare).length == 0;
    }
  }

  /**
   * JSON inside a JSON string counts as that JSON. Read strictly: a text that is none does not
   * hold.
   */
  private static Object parsed(String text) {
    return Json.parse(text);
  }

  private static Object parsedOrSame(String text) {
    try {
      return Json.parse(text);
    } catch (NotCanonicalException noJson) {
      return text;
    }
  }

  /** The string that a JSON string holds as JSON, quotes and all; null for any other. */
  private static String quoted(Object json) {
    return json instanceof String text
            && text.startsWith("\"")
            && parsedOrSame(text) instanceof String inner
            && !inner.equals(text)
        ? inner
        : null;
  }
}
