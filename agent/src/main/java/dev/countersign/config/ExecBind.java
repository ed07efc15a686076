package dev.countersign.config;

import dev.countersign.effect.template.Extractor;

/**
 * Where a bound method carries a process start ({@code bind[].exec}, spec 5.3). Every part but
 * {@code argv} may be null: then it means <em>unchanged</em> (inherited directory and environment).
 * The streams are pipes.
 *
 * @param argv a {@code List<String>} or {@code String[]}
 * @param dir a {@code String}, {@code File} or {@code Path}
 * @param env a {@code Map<String,String>} of what is set beyond the JVM's own environment
 */
public record ExecBind(Extractor argv, Extractor dir, Extractor env) {

  /** Whether a part needs what the method returns, so that the preview is made when it returns. */
  public boolean needsResult() {
    return argv.needsResult()
        || dir != null && dir.needsResult()
        || env != null && env.needsResult();
  }
}
