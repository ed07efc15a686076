package dev.countersign.cli;

import dev.countersign.config.Configuration;
import dev.countersign.config.ConfigurationException;
import dev.countersign.config.Problem;
import dev.countersign.guardrail.Cascade;
import dev.countersign.guardrail.PolicyException;
import java.util.Map;

/** Files of the {@code policy} commands: YAML or JSON, read by the agent's own parser. */
final class PolicyFile {

  /**
   * A configuration, or a judging object alone.
   *
   * @throws ConfigurationException with everything that is wrong with it
   */
  static Configuration policy(JsonInput input) throws ConfigurationException {
    return Configuration.policy(input.name(), input.bytes());
  }

  /** Its rules, where it has none as well. */
  static Cascade cascade(Configuration read) {
    try {
      return read.cascade() == null ? Cascade.of(read.judging()) : read.cascade();
    } catch (PolicyException impossible) {
      throw new IllegalStateException("the parser let rules pass that are none", impossible);
    }
  }

  /**
   * One that was looked at before: what is wrong with it ends the command.
   *
   * @throws CommandFailure with the first problem
   */
  static Configuration soundPolicy(String file, Console console) {
    return soundPolicy(JsonInput.of(file, console));
  }

  /** The same of what was read already. */
  static Configuration soundPolicy(JsonInput input) {
    try {
      return policy(input);
    } catch (ConfigurationException wrong) {
      throw new CommandFailure(
          Exit.FAILED,
          wrong.problems().get(0)
              + (wrong.problems().size() == 1 ? "" : ". \"policy lint\" says what else is wrong"));
    }
  }

  /** Any document that has to be a map. */
  @SuppressWarnings("unchecked") // of a JSON value, names are texts
  static Map<String, Object> map(String file, Console console) {
    JsonInput input = JsonInput.of(file, console);
    try {
      Object document = Configuration.document(input.name(), input.bytes());
      if (document instanceof Map<?, ?>) {
        return (Map<String, Object>) document;
      }
      throw new CommandFailure(Exit.FAILED, input.name() + ": expected a map");
    } catch (ConfigurationException wrong) {
      Problem first = wrong.problems().get(0);
      throw new CommandFailure(Exit.FAILED, first.toString());
    }
  }

  private PolicyFile() {}
}
