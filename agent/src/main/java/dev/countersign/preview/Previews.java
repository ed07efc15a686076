package dev.countersign.preview;

import dev.countersign.config.ToolRule;
import java.util.Map;

/**
 * Asks the application itself what a call would change, and what it warns of (spec 4): {@code
 * preview} and {@code preflight} of the configuration, or methods of these names on the tool's
 * object. They run closed: no effect happens while one does, and none takes longer than its limit.
 *
 * <p>Neither method throws for what the application does, an {@link Error} of it included.
 */
public interface Previews {

  /**
   * Calls the tool's preview.
   *
   * @param tool its name
   * @param rule the entry that names the tool
   * @param arguments a JSON object; not changed by anybody
   */
  Told preview(String tool, ToolRule rule, Map<String, Object> arguments);

  /** Calls the tool's preflight; the parameters are those of {@link #preview}. */
  Told preflight(String tool, ToolRule rule, Map<String, Object> arguments);

  /** Of an application that has none, and of a configuration without a running application. */
  Previews NONE =
      new Previews() {
        @Override
        public Told preview(String tool, ToolRule rule, Map<String, Object> arguments) {
          return Told.absent();
        }

        @Override
        public Told preflight(String tool, ToolRule rule, Map<String, Object> arguments) {
          return Told.absent();
        }
      };
}
