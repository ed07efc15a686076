package dev.countersign.framework.mcp;

import dev.countersign.approval.ApprovalRequest;
import dev.countersign.approval.Asked;
import dev.countersign.approval.AskedQuestions;
import dev.countersign.approval.Offer;
import dev.countersign.approval.QuestionText;
import dev.countersign.approval.UnsignedAnswer;
import dev.countersign.config.ApprovalSource;
import dev.countersign.framework.Accessors;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The protocol's own way to ask a person: an elicitation that this agent puts to the client of the
 * very call that needs an approval, before any handler of it runs (spec 1.5).
 *
 * <p>Of one call, whose answer is awaited by nobody's thread: the result of the call is what comes
 * of the answer. The message shows what is to be decided on; what is carried out afterwards is
 * compared with it. An answer counts once, and only where it did not come out of a tool's call.
 */
final class Elicitation implements Offer {

  /** What a client has to fill in: nobody approves by leaving a form as it is. */
  private static final String APPROVE = "approve";

  private static final String SOURCE = ApprovalSource.MCP.text();
  private static final int MOST_NAME = 256;

  /** What the client of a call answered. */
  private enum Heard {
    NOTHING,
    YES,
    NO,
    /** Something that a tool's call brought about. */
    FROM_INSIDE
  }

  private final AskedQuestions questions;
  private final Object exchange;
  private final boolean inside;

  /** What was asked; null until then. */
  private ApprovalRequest request;

  private Asked asked;
  private Heard heard = Heard.NOTHING;

  /**
   * @param exchange with the client, as a server hands it to a handler
   * @param inside whether a tool's call is around the server
   */
  Elicitation(AskedQuestions questions, Object exchange, boolean inside) {
    this.questions = questions;
    this.exchange = exchange;
    this.inside = inside;
  }

  @Override
  public String source() {
    return SOURCE;
  }

  @Override
  public boolean isAnswered() {
    return heard != Heard.NOTHING;
  }

  @Override
  public UnsignedAnswer look(ApprovalRequest now) {
    if (asked != null) {
      return answered(now);
    }
    String unable = unable();
    if (unable != null) {
      return UnsignedAnswer.waiting("mcp: " + unable);
    }
    request = now;
    asked = questions.draw(SOURCE, AskedQuestions.place(Map.of("source", SOURCE)), now);
    return UnsignedAnswer.asking(asked);
  }

  private UnsignedAnswer answered(ApprovalRequest now) {
    if (!asked.isFor(now)) {
      return UnsignedAnswer.notAccepted(
          "mcp: what is to be carried out is not what the client was asked about");
    }
    switch (heard) {
      case YES:
        return questions.isOver(asked)
            ? UnsignedAnswer.late(asked, client())
            : UnsignedAnswer.yes(asked, client());
      case NO:
        return UnsignedAnswer.no(asked, client());
      case FROM_INSIDE:
        return UnsignedAnswer.notAccepted(
            "mcp: the answer came out of a tool's call, and no person gives one there");
      default:
        return UnsignedAnswer.waiting("mcp: the client has not answered");
    }
  }

  /** Why the client cannot be asked; null where it can. */
  private String unable() {
    if (inside) {
      return "nobody answers what is called inside another tool's call";
    }
    if (!Accessors.isExactly(exchange, Library.EXCHANGE)) {
      return "a server without sessions cannot ask its client";
    }
    if (Library.beside(exchange.getClass(), Library.ELICITATION) == null) {
      return Library.version(exchange.getClass()) + " cannot ask its client";
    }
    Object capabilities = Accessors.get(exchange, "getClientCapabilities");
    return capabilities == null || Accessors.get(capabilities, "elicitation") == null
        ? "the client does not offer elicitation"
        : null;
  }

  /** Whether the call was refused for want of an answer that the client can give. */
  boolean isToBeAsked() {
    return asked != null && heard == Heard.NOTHING;
  }

  /**
   * Asks, without waiting.
   *
   * @return a {@code Mono} of an {@code ElicitResult}
   */
  Object ask() {
    ClassLoader library = exchange.getClass().getClassLoader();
    try {
      Class<?> type = Class.forName(Library.ELICITATION, true, library);
      Object builder = Accessors.invoke(type.getMethod("builder"), null);
      Class<?> made = builder.getClass();
      Accessors.invoke(
          made.getMethod("message", String.class), builder, QuestionText.of(asked, request));
      Accessors.invoke(made.getMethod("requestedSchema", Map.class), builder, schema());
      Method create = exchange.getClass().getMethod("createElicitation", type);
      return Accessors.invoke(create, exchange, Accessors.invoke(made.getMethod("build"), builder));
    } catch (ReflectiveOperationException unknownLine) {
      throw new IllegalStateException(
          Library.version(exchange.getClass()) + " asks clients otherwise", unknownLine);
    }
  }

  /** How long the answer is waited for. */
  Duration limit() {
    return questions.ttl();
  }

  /**
   * The client answered.
   *
   * @param result an {@code ElicitResult}
   * @param within whether the calling thread works for a tool's call
   */
  void hear(Object result, boolean within) {
    boolean accepted = false;
    if (Accessors.isExactly(result, Library.ELICITED)) {
      Object action = Accessors.get(result, "action");
      Object content = Accessors.get(result, "content");
      accepted =
          action instanceof Enum<?> word
              && word.name().equals("ACCEPT")
              && content instanceof Map<?, ?> form
              && Boolean.TRUE.equals(form.get(APPROVE));
    }
    heard = within ? Heard.FROM_INSIDE : accepted ? Heard.YES : Heard.NO;
  }

  private static Map<String, Object> schema() {
    Map<String, Object> approve = new LinkedHashMap<>(4);
    approve.put("type", "boolean");
    approve.put("title", "Approve");
    approve.put("description", "Whether this may happen, once, exactly as shown");
    Map<String, Object> schema = new LinkedHashMap<>(4);
    schema.put("type", "object");
    schema.put("properties", Map.of(APPROVE, approve));
    schema.put("required", List.of(APPROVE));
    return schema;
  }

  /** How the client calls itself; null where that is no name for the books. */
  private String client() {
    Object info = Accessors.get(exchange, "getClientInfo");
    Object name = info == null ? null : Accessors.get(info, "name");
    if (!(name instanceof String text) || text.isBlank() || text.length() > MOST_NAME) {
      return null;
    }
    for (int i = 0; i < text.length(); i++) {
      if (Character.isISOControl(text.charAt(i)) || Character.isSurrogate(text.charAt(i))) {
        return null;
      }
    }
    return text;
  }
}
