package dev.countersign.canonical;

import java.io.File;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.Currency;
import java.util.Date;
import java.util.Locale;
import java.util.UUID;

/** Java values that are one JSON scalar. Every class here is final, or taken by its exact name. */
final class Scalars {

  /** Not a scalar. */
  static final Object NONE = new Object();

  private Scalars() {}

  /** The JSON scalar that the value is, or {@link #NONE}. Enums are not answered here. */
  static Object of(Object value) {
    if (value == null
        || value instanceof String
        || value instanceof Boolean
        || value instanceof Integer
        || value instanceof Long) {
      return value;
    }
    if (value instanceof Byte || value instanceof Short) {
      return ((Number) value).intValue();
    }
    if (value instanceof Character) {
      return value.toString();
    }
    if (value instanceof Double d) {
      if (d.isNaN() || d.isInfinite()) {
        throw new NotCanonicalException("a double is NaN or infinite, which JSON cannot say");
      }
      return ShortestDecimal.of(d.doubleValue());
    }
    if (value instanceof Float f) {
      if (f.isNaN() || f.isInfinite()) {
        throw new NotCanonicalException("a float is NaN or infinite, which JSON cannot say");
      }
      return ShortestDecimal.of(f.floatValue());
    }
    Class<?> type = value.getClass();
    if (type == BigInteger.class || type == BigDecimal.class) {
      return value;
    }
    if (type == byte[].class) {
      return Base64.getEncoder().encodeToString((byte[]) value);
    }
    if (type == char[].class) {
      return new String((char[]) value);
    }
    if (type == UUID.class || type == URI.class || isTime(type) || isPath(value)) {
      return value.toString();
    }
    return ofOldType(value, type);
  }

  private static Object ofOldType(Object value, Class<?> type) {
    if (type == Date.class) {
      return Instant.ofEpochMilli(((Date) value).getTime()).toString();
    }
    if (type == File.class) {
      return ((File) value).getPath();
    }
    if (type == Locale.class) {
      return value.toString();
    }
    return type == Currency.class ? ((Currency) value).getCurrencyCode() : NONE;
  }

  private static boolean isPath(Object value) {
    Class<?> type = value.getClass();
    return value instanceof Path
        && type.getClassLoader() == null
        && type.getName().startsWith("sun.nio.fs.");
  }

  private static boolean isTime(Class<?> type) {
    if (type.getClassLoader() != null) {
      return false;
    }
    switch (type.getName()) {
      case "java.time.Duration":
      case "java.time.Instant":
      case "java.time.LocalDate":
      case "java.time.LocalDateTime":
      case "java.time.LocalTime":
      case "java.time.MonthDay":
      case "java.time.OffsetDateTime":
      case "java.time.OffsetTime":
      case "java.time.Period":
      case "java.time.Year":
      case "java.time.YearMonth":
      case "java.time.ZoneOffset":
      case "java.time.ZoneRegion":
      case "java.time.ZonedDateTime":
        return true;
      default:
        return false;
    }
  }
}
