package dev.countersign.effect.template;

import dev.countersign.effect.SendBody;
import dev.countersign.effect.Verb;
import java.util.Map;

/** One effect that a call may have, rendered from its authorised arguments. Immutable. */
public sealed interface EffectPreview permits ExecPreview, SendPreview {

  /** Which effect. */
  Verb verb();

  /** The intent of spec 1.3 as a JSON value, placeholders as written. */
  Map<String, Object> intent();

  /** {@link Coverage#PARTIAL} exactly when something is left to the tool. */
  Coverage coverage();

  /**
   * The observed intent as this one compares it: what is left to the tool gives way to what stands
   * for it here, a body takes the form that is declared here.
   *
   * @param observed an intent of the same verb; not changed
   * @param body of a request; null for other verbs
   */
  Map<String, Object> comparable(Map<String, Object> observed, SendBody body);

  /**
   * Whether several observed intents compare as one, so that an observed one does not lead to this
   * preview by its own digest.
   */
  boolean comparesLoosely();
}
