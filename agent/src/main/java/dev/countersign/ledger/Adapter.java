package dev.countersign.ledger;

/**
 * Which of our code observes a call (spec 2.1). Every member is non-empty: null and {@code ""}
 * become {@code unknown}.
 *
 * @param module for example {@code countersign.exec}
 * @param version ours, for example {@code 0.1.0}
 * @param hookPath the woven place, for example {@code java.lang.ProcessImpl#start}
 */
public record Adapter(String module, String version, String hookPath) {

  public Adapter {
    module = known(module);
    version = known(version);
    hookPath = known(hookPath);
  }

  private static String known(String text) {
    return text == null || text.isEmpty() ? "unknown" : text;
  }
}
