package dev.countersign.effect;

import java.io.File;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Currency;
import java.util.Date;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/**
 * Types whose JSON is a text: {@code java.time}, {@code UUID}, {@code URI}, {@code Path} (spec
 * 1.3), and the JDK's older ones of that kind. A local date or time may also be the object of its
 * fields, which is the form that LangChain4j's schema asks a model for; an instant and a duration
 * the number of its seconds, a {@code Date} that of its milliseconds, as Jackson has them.
 *
 * <p>Date-times with an offset also hold in UTC when they are the same instant: Jackson turns them
 * there unless told not to.
 */
final class ParsedTexts {

  private ParsedTexts() {}

  /** Whether this class answers for the declared type. */
  static boolean covers(Class<?> declared) {
    switch (declared.getName()) {
      case "java.util.UUID":
      case "java.util.Date":
      case "java.util.Locale":
      case "java.util.Currency":
      case "java.io.File":
      case "java.net.URI":
      case "java.nio.file.Path":
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
      case "java.time.ZoneId":
      case "java.time.ZoneOffset":
      case "java.time.ZonedDateTime":
        return true;
      default:
        return false;
    }
  }

  static boolean denotes(Object json, Class<?> declared, Object actual) {
    try {
      if (json instanceof String text) {
        return parsed(text, declared, actual);
      }
      BigDecimal number = Numbers.ofNumber(json);
      if (number != null) {
        return counted(number, declared, actual);
      }
      return json instanceof Map<?, ?> fields && actual.equals(composed(fields, declared));
    } catch (DateTimeException | IllegalArgumentException | ArithmeticException noSuchValue) {
      return false;
    }
  }

  private static boolean parsed(String text, Class<?> declared, Object actual) {
    switch (declared.getName()) {
      case "java.util.UUID":
        // UUID.fromString takes "1-1-1-1-1"; only the full form is the value's text.
        return actual instanceof UUID && EnumNames.equalInAscii(actual.toString(), text);
      case "java.util.Date":
        return actual.getClass() == Date.class
            && instantOf(text).toEpochMilli() == ((Date) actual).getTime();
      case "java.util.Locale":
        return Locale.forLanguageTag(text.replace('_', '-')).equals(actual);
      case "java.util.Currency":
        return actual instanceof Currency currency && currency.getCurrencyCode().equals(text);
      case "java.io.File":
        return actual.getClass() == File.class
            && new File(text).getPath().equals(((File) actual).getPath());
      case "java.net.URI":
        // URI.equals folds case and escapes.
        return actual instanceof URI && actual.toString().equals(text);
      case "java.nio.file.Path":
        return isPath(actual)
            && (((Path) actual).getFileSystem().getPath(text).equals(actual)
                || text.startsWith("file:") && isFileUri(text, actual.toString()));
      case "java.time.Duration":
        return Duration.parse(text).equals(actual);
      case "java.time.Instant":
        return Instant.parse(text).equals(actual);
      case "java.time.LocalDate":
        return LocalDate.parse(text).equals(actual);
      case "java.time.LocalDateTime":
        return LocalDateTime.parse(text).equals(actual);
      case "java.time.LocalTime":
        return LocalTime.parse(text).equals(actual);
      case "java.time.MonthDay":
        return MonthDay.parse(text).equals(actual);
      case "java.time.OffsetTime":
        return OffsetTime.parse(text).equals(actual);
      case "java.time.Period":
        return Period.parse(text).equals(actual);
      case "java.time.Year":
        return Year.parse(text).equals(actual);
      case "java.time.YearMonth":
        return YearMonth.parse(text).equals(actual);
      case "java.time.ZoneId":
        return ZoneId.of(text).equals(actual);
      case "java.time.ZoneOffset":
        return ZoneOffset.of(text).equals(actual);
      case "java.time.OffsetDateTime":
        OffsetDateTime moment = OffsetDateTime.parse(text);
        return moment.equals(actual)
            || actual instanceof OffsetDateTime other
                && other.getOffset().equals(ZoneOffset.UTC)
                && other.isEqual(moment);
      case "java.time.ZonedDateTime":
        ZonedDateTime zoned = ZonedDateTime.parse(text);
        return zoned.equals(actual)
            || actual instanceof ZonedDateTime other
                && isUtc(other.getZone())
                && other.toInstant().equals(zoned.toInstant());
      default:
        return false;
    }
  }

  /** A number where the type has a text: seconds, exactly, or for a {@code Date} milliseconds. */
  private static boolean counted(BigDecimal number, Class<?> declared, Object actual) {
    if (declared == Date.class) {
      return actual.getClass() == Date.class
          && number.compareTo(BigDecimal.valueOf(((Date) actual).getTime())) == 0;
    }
    if (actual instanceof Instant instant && declared == Instant.class) {
      return number.compareTo(seconds(instant.getEpochSecond(), instant.getNano())) == 0;
    }
    return actual instanceof Duration duration
        && declared == Duration.class
        && number.compareTo(seconds(duration.getSeconds(), duration.getNano())) == 0;
  }

  private static BigDecimal seconds(long whole, int nanos) {
    return BigDecimal.valueOf(whole).add(BigDecimal.valueOf(nanos, 9));
  }

  /** A date without a time is midnight, without an offset UTC. */
  private static Instant instantOf(String text) {
    if (text.length() == 10) {
      return LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
    }
    return OffsetDateTime.parse(text).toInstant();
  }

  private static boolean isFileUri(String text, String path) {
    URI uri = URI.create(text);
    return uri.getRawAuthority() == null
        && uri.getRawQuery() == null
        && uri.getRawFragment() == null
        && path.equals(uri.getPath());
  }

  /** Jackson's UTC is the region of that name. */
  private static boolean isUtc(ZoneId zone) {
    return zone.equals(ZoneOffset.UTC) || zone.getId().equals("UTC");
  }

  private static boolean isPath(Object actual) {
    Class<?> type = actual.getClass();
    return actual instanceof Path
        && type.getClassLoader() == null
        && type.getName().startsWith("sun.nio.fs.");
  }

  /** The value of an object of fields; null when it is no such object. */
  private static Object composed(Map<?, ?> fields, Class<?> declared) {
    if (declared == LocalDate.class) {
      return date(fields);
    }
    if (declared == LocalTime.class) {
      return time(fields);
    }
    if (declared == LocalDateTime.class
        && fields.size() == 2
        && fields.get("date") instanceof Map<?, ?> date
        && fields.get("time") instanceof Map<?, ?> time) {
      LocalDate day = date(date);
      LocalTime hour = time(time);
      return day == null || hour == null ? null : LocalDateTime.of(day, hour);
    }
    return null;
  }

  private static LocalDate date(Map<?, ?> fields) {
    return fields.size() == 3
            && fields.containsKey("year")
            && fields.containsKey("month")
            && fields.containsKey("day")
        ? LocalDate.of(integer(fields, "year"), integer(fields, "month"), integer(fields, "day"))
        : null;
  }

  private static LocalTime time(Map<?, ?> fields) {
    int known = 2 + (fields.containsKey("second") ? 1 : 0) + (fields.containsKey("nano") ? 1 : 0);
    return fields.size() == known && fields.containsKey("hour") && fields.containsKey("minute")
        ? LocalTime.of(
            integer(fields, "hour"),
            integer(fields, "minute"),
            fields.containsKey("second") ? integer(fields, "second") : 0,
            fields.containsKey("nano") ? integer(fields, "nano") : 0)
        : null;
  }

  private static int integer(Map<?, ?> fields, String name) {
    BigDecimal number = Numbers.of(fields.get(name));
    if (number == null) {
      throw new DateTimeException(name);
    }
    return number.intValueExact();
  }
}
