package dev.countersign.framework.langchain4j;

import dev.countersign.framework.Accessors;
import dev.countersign.framework.Defined;
import dev.countersign.framework.Definitions;
import dev.countersign.scope.WeakIdentityMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Which definition of a tool the model saw when it asked for a call: kept from the answer of the
 * model to the call's resolution, by the identity of the request object that travels between the
 * two. It is read anew each time it is asked for, so that a definition which changes between a
 * call's resolution and its sink is another one.
 */
final class SeenDefinitions {

  /** How many tools are named that no model asked for: an application may run any name. */
  private static final int MOST_NAMED = 100;

  private final Definitions definitions = new Definitions();
  private final WeakIdentityMap<Object> byRequest = new WeakIdentityMap<>();
  private final Set<Object> unseen = ConcurrentHashMap.newKeySet();
  private final Consumer<String> holes;

  /**
   * @param holes hears of each tool that is called although no model was seen to ask for it, once,
   *     as the text of a line
   */
  SeenDefinitions(Consumer<String> holes) {
    this.holes = holes;
  }

  /**
   * A model answered.
   *
   * @param chatRequest what the model was sent, with the tools that it saw
   * @param chatResponse its answer; anything but a response with tool calls is passed over
   */
  void answered(Object chatRequest, Object chatResponse) {
    if (!Accessors.isExactly(chatRequest, Library.CHAT_REQUEST)
        || !Accessors.isExactly(chatResponse, Library.CHAT_RESPONSE)) {
      return;
    }
    Object message = Accessors.get(chatResponse, "aiMessage");
    if (!Accessors.isExactly(message, Library.AI_MESSAGE)) {
      return;
    }
    List<?> requested = (List<?>) Accessors.get(message, "toolExecutionRequests");
    if (requested == null || requested.isEmpty()) {
      return;
    }
    for (Object request : requested) {
      asked(chatRequest, request);
    }
  }

  /**
   * A model asked for one call.
   *
   * @param request a {@code ToolExecutionRequest}; anything else is passed over
   */
  void asked(Object chatRequest, Object request) {
    if (!Accessors.isExactly(chatRequest, Library.CHAT_REQUEST)
        || !Accessors.isExactly(request, Library.REQUEST)) {
      return;
    }
    List<?> specifications = (List<?>) Accessors.get(chatRequest, "toolSpecifications");
    Object specification =
        specifications == null ? null : named(specifications, Accessors.get(request, "name"));
    if (specification != null) {
      byRequest.put(request, specification);
    }
  }

  /** The definition that led to this request; null when no model's answer with it was seen. */
  Defined leadingTo(Object request) {
    Object specification = byRequest.get(request);
    if (specification == null) {
      Object tool = Accessors.get(request, "name");
      int others = unseen.size();
      if (others <= MOST_NAMED && unseen.add(tool)) {
        holes.accept(
            (others < MOST_NAMED ? "tool " + tool : "yet another tool")
                + " was called without an answer of a model that asks for it (a model that overrides"
                + " chat, or a direct call): its calls have no tool_pin, so a change of its"
                + " definition goes unnoticed"
                + (others < MOST_NAMED ? "" : ". Further ones are not named"));
      }
      return null;
    }
    return definitions.of(ToolDefinition.of(specification));
  }

  private static Object named(List<?> specifications, Object name) {
    for (Object specification : specifications) {
      if (Accessors.isExactly(specification, Library.SPECIFICATION)
          && Accessors.get(specification, "name").equals(name)) {
        return specification;
      }
    }
    return null;
  }
}
