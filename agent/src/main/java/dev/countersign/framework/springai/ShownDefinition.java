package dev.countersign.framework.springai;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.pin.Definition;
import dev.countersign.weave.GatedCall;
import dev.countersign.weave.Supertypes;
import java.util.Map;
import java.util.Set;

/**
 * What a callback answers when it is asked for its definition, as managers and models ask it: the
 * outermost one's, whatever it decorates.
 *
 * @param definition {@code {name, description, parameters}}; null where it failed to answer
 */
record ShownDefinition(Map<String, Object> definition) {

  private static final Set<String> DEFINITION = Set.of(Library.DEFINITION);
  private static final Object[] NOTHING = {};

  /**
   * Runs the callback's code, and that of a definition of the application's own: never while a
   * check runs.
   *
   * @param type {@code ToolCallback}, in the callback's loader
   */
  static ShownDefinition of(Object callback, Class<?> type) throws Throwable {
    try {
      Object shown = GatedCall.plain(type.getMethod("getToolDefinition"), callback, NOTHING);
      return new ShownDefinition(
          Definition.of(
              text(shown, "name"), text(shown, "description"), schema(text(shown, "inputSchema"))));
    } catch (Exception failed) {
      // The application's failure, which its manager meets as well; what is not known is refused.
      return new ShownDefinition(null);
    }
  }

  private static String text(Object shown, String accessor) throws Throwable {
    Class<?> type = Supertypes.named(shown.getClass(), DEFINITION);
    return (String) GatedCall.plain(type.getMethod(accessor), shown, NOTHING);
  }

  /** A schema that is no strict JSON is the text that the model sees. */
  static Object schema(String text) {
    try {
      return text == null ? null : Json.parse(text);
    } catch (NotCanonicalException asText) {
      return text;
    }
  }

  /**
   * @throws NotCanonicalException where it failed to answer
   */
  Map<String, Object> known() {
    if (definition == null) {
      throw new NotCanonicalException("the definition of a tool callback that does not answer");
    }
    return definition;
  }

  /** Null where it failed to answer. */
  String name() {
    return definition == null ? null : (String) definition.get("name");
  }
}
