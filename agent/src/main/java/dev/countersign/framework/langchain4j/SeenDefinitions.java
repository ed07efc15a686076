package dev.countersign.framework.langchain4j;

import java.util.List;

/**
 * Which definition of a tool the model saw when it asked for a call: kept from the answer of the
 * model to the call's resolution, by the identity of the request object that travels between the
 * two.
 */
final class SeenDefinitions {

  private final WeakIdentityMap<Object> byRequest = new WeakIdentityMap<>();
  private final WeakIdentityMap<String> digests = new WeakIdentityMap<>();

  /**
   * A model answered.
   *
   * @param chatRequest what the model was sent, with the tools that it saw
   * @param chatResponse its answer; anything but a response with tool calls is passed over
   */
  void answered(Object chatRequest, Object chatResponse) {
    if (!Library.isExactly(chatRequest, Library.CHAT_REQUEST)
        || !Library.isExactly(chatResponse, Library.CHAT_RESPONSE)) {
      return;
    }
    Object message = Library.get(chatResponse, "aiMessage");
    if (!Library.isExactly(message, Library.AI_MESSAGE)) {
      return;
    }
    List<?> requested = (List<?>) Library.get(message, "toolExecutionRequests");
    if (requested == null || requested.isEmpty()) {
      return;
    }
    List<?> specifications = (List<?>) Library.get(chatRequest, "toolSpecifications");
    if (specifications == null) {
      return;
    }
    for (Object request : requested) {
      Object specification = named(specifications, Library.get(request, "name"));
      if (specification != null) {
        byRequest.put(request, specification);
      }
    }
  }

  /**
   * The digest of the definition that led to this request; null when no model's answer with it was
   * seen.
   */
  String digestFor(Object request) {
    Object specification = byRequest.get(request);
    if (specification == null) {
      return null;
    }
    String digest = digests.get(specification);
    if (digest == null) {
      digest = ToolDefinition.digest(ToolDefinition.of(specification));
      digests.put(specification, digest);
    }
    return digest;
  }

  private static Object named(List<?> specifications, Object name) {
    for (Object specification : specifications) {
      if (Library.isExactly(specification, Library.SPECIFICATION)
          && Library.get(specification, "name").equals(name)) {
        return specification;
      }
    }
    return null;
  }
}
