package dev.countersign.bench;

import java.util.ArrayList;
import java.util.List;

/** What must hold on every JDK. A measurement that was not asked for has no limit. */
final class Limits {

  private static final Limit[] ALL = {
    new Limit("startup.exec", "to_opentelemetry", true, 0.08),
    new Limit("startup.langchain4j", "to_opentelemetry", true, 0.12),
    new Limit("startup.spring-ai", "to_opentelemetry", true, 0.15),
    new Limit("startup.mcp", "to_opentelemetry", true, 0.15),
    new Limit("startup.adk", "to_opentelemetry", true, 0.15),
    new Limit("memory.exec", "countersign_mib", true, 90),
    new Limit("call.write.1", "p50_us", true, 12),
    new Limit("call.write.1", "p99_us", true, 40),
    new Limit("call.write.8", "entries_per_s", false, 150_000),
    new Limit("call.fsync.8", "to_one_thread", false, 3),
    new Limit("preset.langchain4j", "added_us", true, 15),
    new Limit("preset.spring-ai", "added_us", true, 15),
    new Limit("preset.mcp", "added_us", true, 15),
    new Limit("preset.adk", "added_us", true, 15),
    new Limit("loading", "ratio", true, 1.02),
    new Limit("digest.request_2k", "mean_us", true, 10),
    new Limit("call.repin.1", "to_unmoved", true, 1.02),
    new Limit("judge.100", "p50_us", true, 2),
    new Limit("validate", "p50_us", true, 50),
    new Limit("receipt.sign_2k", "mean_us", true, 60),
    new Limit("verify", "to_limit", false, 0.6),
    new Limit("suggest", "s", true, 60),
    new Limit("suggest", "peak_mib", true, 1024),
    new Limit("send.hold_64k", "to_blake3", true, 1.3),
    new Limit("send.bound_64k", "body_to_blake3", true, 1.3),
    new Limit("send.unbound.jdk", "own_us", true, 1),
    new Limit("send.unbound.url", "added_us", true, 1),
    new Limit("send.unbound.okhttp", "added_us", true, 1),
    new Limit("send.unbound.apache", "added_us", true, 1),
    new Limit("send.unbound.apache-async", "own_us", true, 1),
    new Limit("send.unbound.netty", "own_us", true, 1),
    new Limit("send.unbound.jetty", "own_us", true, 1),
    new Limit("throughput.jdk", "ratio", false, 0.95),
    new Limit("throughput.url", "ratio", false, 0.95),
    new Limit("throughput.okhttp", "ratio", false, 0.95),
    new Limit("throughput.apache", "ratio", false, 0.95),
    new Limit("throughput.apache-async", "ratio", false, 0.95),
    new Limit("throughput.netty", "ratio", false, 0.95),
    new Limit("throughput.jetty", "ratio", false, 0.95),
  };

  private record Limit(String row, String key, boolean most, double bound) {

    /** Null where it holds. */
    String broken(Row measured) {
      Double value = measured.value(key);
      if (value == null) {
        return row + " on JDK " + measured.jdk() + " has no " + key;
      }
      boolean holds = most ? value <= bound : value >= bound;
      return holds
          ? null
          : row
              + " on JDK "
              + measured.jdk()
              + ": "
              + key
              + " is "
              + value
              + ", the limit is at "
              + (most ? "most " : "least ")
              + bound;
    }
  }

  /** One line for each limit that does not hold. */
  static List<String> broken(List<Row> rows) {
    List<String> broken = new ArrayList<>();
    for (Row row : rows) {
      for (Limit limit : ALL) {
        if (limit.row.equals(row.name())) {
          String line = limit.broken(row);
          if (line != null) {
            broken.add(line);
          }
        }
      }
    }
    return broken;
  }

  private Limits() {}
}
