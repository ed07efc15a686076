package dev.countersign.agent;

import java.io.File;
import java.util.function.Consumer;

/**
 * Which file configures this JVM: the agent's argument, else {@code COUNTERSIGN_CONFIG} (spec 5).
 */
final class ConfigurationFile {

  /**
   * @param options the agent's argument or null
   * @param environment the variable or null
   * @param say takes the one line that is due when both name a file
   * @throws NotStarted when neither does
   */
  static File of(String options, String environment, Consumer<String> say) throws NotStarted {
    boolean argument = options != null && !options.isBlank();
    boolean variable = environment != null && !environment.isBlank();
    if (argument && variable && !options.equals(environment)) {
      say.accept(
          "configuration "
              + options
              + " (argument) is used, not COUNTERSIGN_CONFIG="
              + environment);
    }
    if (argument) {
      return new File(options);
    }
    if (variable) {
      return new File(environment);
    }
    throw new NotStarted(
        "no configuration is given. Start with -javaagent:countersign-agent.jar=FILE, or set"
            + " COUNTERSIGN_CONFIG.");
  }

  private ConfigurationFile() {}
}
