package dev.countersign.bench;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one measurement found.
 *
 * @param name for example {@code startup.exec}
 * @param jdk feature release of the measured JVM
 * @param values by name; the name says the unit
 */
record Row(String name, int jdk, Map<String, Double> values) {

  static Row of(String name, int jdk) {
    return new Row(name, jdk, new LinkedHashMap<>());
  }

  Row with(String key, double value) {
    values.put(key, value);
    return this;
  }

  /** {@code null} where this row has no such value. */
  Double value(String key) {
    return values.get(key);
  }

  /** A JSON value. */
  Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("name", name);
    json.put("jdk", jdk);
    for (Map.Entry<String, Double> value : values.entrySet()) {
      json.put(value.getKey(), rounded(value.getValue()));
    }
    return json;
  }

  @Override
  public String toString() {
    StringBuilder line = new StringBuilder();
    for (Map.Entry<String, Double> value : values.entrySet()) {
      line.append(line.length() == 0 ? "" : ", ")
          .append(value.getKey())
          .append(' ')
          .append(rounded(value.getValue()).toPlainString());
    }
    return String.format("%-26s JDK %d  %s", name, jdk, line);
  }

  private static BigDecimal rounded(double value) {
    int digits = Math.abs(value) >= 1000 ? 0 : Math.abs(value) >= 10 ? 1 : 3;
    return BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP);
  }
}
