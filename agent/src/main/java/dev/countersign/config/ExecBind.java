package dev.countersign.config;

/**
 * Where a bound method carries a process start ({@code bind[].exec}, spec 5.3). Every part but {@code argv} may be null:
 * then it means <em>unchanged</em> (inherited directory and environment, pipes).
 *
 * @param argv a {@code List<String>} or {@code String[]}
 * @param dir a {@code String}, {@code File} or {@code Path}
 * @param env a {@code Map<String,String>} of what is set beyond the JVM's own environment
 */
public record ExecBind(String argv, String dir, String env) {}
