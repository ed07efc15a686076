package dev.countersign.agent;

import dev.countersign.PreflightResult;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.observe.PreflightMXBean;
import dev.countersign.pin.KnownDefinitions;
import dev.countersign.preview.PreflightJson;
import dev.countersign.preview.Validator;
import dev.countersign.scope.Effects;
import dev.countersign.weave.Validation;

/**
 * Judges calls that are not made, for whoever asks: the application, a command, a JMX client (spec
 * 4). Nothing of what it takes is loaded before somebody does.
 */
final class Preflights implements Validation, PreflightMXBean {

  /** Characters of an object that is given as a text. */
  static final int MOST_TEXT = 1 << 20;

  private final Effects effects;
  private final String stateDirectory;
  private Validator validator;

  /**
   * @param stateDirectory {@code state.dir}
   */
  Preflights(Effects effects, String stateDirectory) {
    this.effects = effects;
    this.stateDirectory = stateDirectory;
  }

  @Override
  public PreflightResult validate(String tool, Object inputs, Object caller) {
    return validator().validate(tool, inputs, caller);
  }

  @Override
  public String validate(String tool, String inputs, String caller) {
    Object arguments = object("inputs", inputs);
    Object who = caller == null || caller.isEmpty() ? null : object("caller", caller);
    try {
      return PreflightJson.text(validate(tool, arguments, who));
    } catch (NotCanonicalException noJson) {
      throw new IllegalArgumentException(
          "what the tool's own preview says is no JSON: " + noJson.getMessage());
    }
  }

  private static Object object(String name, String text) {
    if (text == null || text.length() > MOST_TEXT) {
      throw new IllegalArgumentException(
          name + " is a JSON object of at most " + MOST_TEXT + " characters");
    }
    try {
      return Json.parse(text);
    } catch (NotCanonicalException refused) {
      throw new IllegalArgumentException(name + " is no JSON text: " + refused.getMessage());
    }
  }

  private synchronized Validator validator() {
    if (validator == null) {
      validator =
          new Validator(
              effects.standing(), new KnownDefinitions(stateDirectory), effects.previews());
    }
    return validator;
  }
}
