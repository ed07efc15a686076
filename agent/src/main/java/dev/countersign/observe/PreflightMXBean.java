package dev.countersign.observe;

/** What would become of a tool call, for JMX clients (spec 4). Makes no call. */
public interface PreflightMXBean {

  /**
   * Judges a call without making it, as {@code dev.countersign.Countersign.validate} does.
   *
   * @param tool the name as the model calls it
   * @param inputs its arguments, a JSON object in at most 1 MiB
   * @param caller who is said to make it, a JSON object; null or empty for the configured actor
   * @return a JSON object, {@code {valid, checks, requires_approval, errors, predicted_changes}}
   * @throws IllegalArgumentException saying which of the three cannot be used
   */
  String validate(String tool, String inputs, String caller);
}
