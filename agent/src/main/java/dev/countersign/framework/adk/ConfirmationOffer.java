package dev.countersign.framework.adk;

import dev.countersign.approval.ApprovalRequest;
import dev.countersign.approval.Asked;
import dev.countersign.approval.AskedQuestions;
import dev.countersign.approval.MalformedApprovalException;
import dev.countersign.approval.Offer;
import dev.countersign.approval.QuestionText;
import dev.countersign.approval.UnsignedAnswer;
import dev.countersign.canonical.Contents;
import dev.countersign.config.ApprovalSource;
import dev.countersign.framework.Accessors;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The library's own way to ask: a confirmation that one run requests and another one brings the
 * answer to (spec 1.5).
 *
 * <p>The id of a call is a label, and what stands in a session is whatever the application keeps
 * there. So the question carries the digest of the request and an id of its own, both are kept in
 * the agent's state, and an answer counts where
 *
 * <ul>
 *   <li>the call that is to be carried out is the very request that was asked about;
 *   <li>the answer came as the message that this run was begun with, to the call of {@code
 *       adk_request_confirmation} which shows exactly that question;
 *   <li>no tool's call is around the run: what a tool answers itself, no person did;
 *   <li>nothing happened by it before.
 * </ul>
 */
final class ConfirmationOffer implements Offer {

  private static final String SOURCE = ApprovalSource.ADK.text();

  private final AskedQuestions questions;
  private final Confirmations confirmations;
  private final Requested call;
  private final Object context;
  private final boolean inside;

  /**
   * @param context which the library made for the call
   * @param inside whether another tool's call is around it
   */
  ConfirmationOffer(
      AskedQuestions questions,
      Confirmations confirmations,
      Requested call,
      Object context,
      boolean inside) {
    this.questions = questions;
    this.confirmations = confirmations;
    this.call = call;
    this.context = context;
    this.inside = inside;
  }

  @Override
  public String source() {
    return SOURCE;
  }

  @Override
  public UnsignedAnswer look(ApprovalRequest request) {
    if (inside) {
      return UnsignedAnswer.waiting(
          "adk: nobody confirms what is called inside another tool's call");
    }
    if (call.id() == null || call.id().isEmpty()) {
      return UnsignedAnswer.waiting("adk: the call has no id that a confirmation could name");
    }
    Object invocation = Accessors.get(context, "invocationContext");
    String place = place(invocation);
    try {
      return call.confirmed() == null
          ? ask(invocation, place, request)
          : answered(invocation, questions.standing(place), request);
    } catch (MalformedApprovalException changed) {
      return UnsignedAnswer.notAccepted(
          "adk: the question that is kept in state.dir cannot be used: " + changed.getMessage());
    } catch (IOException unusable) {
      return UnsignedAnswer.unusable("state.dir: " + unusable.getMessage());
    }
  }

  private UnsignedAnswer answered(Object invocation, Asked asked, ApprovalRequest request)
      throws IOException {
    if (asked == null) {
      return UnsignedAnswer.notAccepted("adk: nobody was asked about a call of this id");
    }
    if (!asked.isFor(request)) {
      return UnsignedAnswer.notAccepted(
          "adk: what is to be carried out is not what was asked about");
    }
    if (questions.isUsed(asked)) {
      return UnsignedAnswer.notAccepted("adk: the confirmation was used before");
    }
    if (!isAnswered(invocation, QuestionText.of(asked, request))) {
      return UnsignedAnswer.notAccepted(
          "adk: the message that began this run holds no answer to the question as it was asked");
    }
    Object user = Accessors.get(Accessors.get(invocation, "session"), "userId");
    String approver = user instanceof String name ? name : null;
    if (!call.confirmed()) {
      return UnsignedAnswer.no(asked, approver);
    }
    return questions.isOver(asked)
        ? UnsignedAnswer.late(asked, approver)
        : UnsignedAnswer.yes(asked, approver);
  }

  private UnsignedAnswer ask(Object invocation, String place, ApprovalRequest request)
      throws IOException {
    Asked asked = questions.ask(SOURCE, place, request);
    confirmations.ask(invocation, call);
    request(asked, request);
    return UnsignedAnswer.asking(asked);
  }

  /**
   * What the context's {@code requestConfirmation} does. That method is woven, and no check runs
   * inside another one.
   */
  private void request(Asked asked, ApprovalRequest request) {
    Map<String, Object> payload = new LinkedHashMap<>(8);
    payload.put("question", asked.id());
    payload.put("request_digest", request.requestDigest());
    payload.put("tool", request.tool());
    payload.put("reason", request.reason());
    payload.put("predicted_changes", request.predictedChanges());
    if (request.arguments() != null) {
      payload.put("arguments", request.arguments());
    }
    try {
      Class<?> type =
          Class.forName(Library.CONFIRMATIONS, true, context.getClass().getClassLoader());
      Object builder = Accessors.invoke(type.getMethod("builder"), null);
      Class<?> made = type.getMethod("builder").getReturnType();
      Accessors.invoke(
          made.getMethod("hint", String.class), builder, QuestionText.of(asked, request));
      Accessors.invoke(made.getMethod("payload", Object.class), builder, payload);
      Object confirmation = Accessors.invoke(made.getMethod("build"), builder);
      @SuppressWarnings("unchecked") // of the library's, by id of the call
      Map<String, Object> requested =
          (Map<String, Object>)
              Accessors.get(Accessors.get(context, "actions"), "requestedToolConfirmations");
      requested.put(call.id(), confirmation);
    } catch (ReflectiveOperationException unknownLine) {
      throw new IllegalStateException("confirmations are requested otherwise", unknownLine);
    }
  }

  /** Whether the run was begun with an answer to a call that asks this. */
  private static boolean isAnswered(Object invocation, String hint) {
    Object content = Turns.optional(Accessors.get(invocation, "userContent"));
    if (!Accessors.isExactly(content, Library.CONTENT)) {
      return false;
    }
    Object parts = Turns.optional(Accessors.get(content, "parts"));
    if (!(parts instanceof List<?> list)) {
      return false;
    }
    Object events = Contents.bare(Accessors.get(Accessors.get(invocation, "session"), "events"));
    if (Contents.kind(events) != Contents.Kind.LIST) {
      return false;
    }
    for (Object part : list) {
      String id = answeredCall(part);
      if (id != null && asks(events, id, hint)) {
        return true;
      }
    }
    return false;
  }

  /** Which request for a confirmation a part of a message answers; null for none. */
  private static String answeredCall(Object part) {
    if (!Accessors.isExactly(part, Library.PART)) {
      return null;
    }
    Object response = Turns.optional(Accessors.get(part, "functionResponse"));
    return Accessors.isExactly(response, Library.ANSWERED)
            && Library.CONFIRM.equals(Turns.optional(Accessors.get(response, "name")))
        ? (String) Turns.optional(Accessors.get(response, "id"))
        : null;
  }

  private static boolean asks(Object events, String id, String hint) {
    for (Object event : Contents.elements(events)) {
      if (Accessors.isExactly(event, Library.EVENT)) {
        for (Object call : (List<?>) Accessors.get(event, "functionCalls")) {
          if (Accessors.isExactly(call, Library.REQUESTED)
              && Library.CONFIRM.equals(Turns.optional(Accessors.get(call, "name")))
              && id.equals(Turns.optional(Accessors.get(call, "id")))
              && hint.equals(hintOf(Turns.optional(Accessors.get(call, "args"))))) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** The library's own object in this JVM, a map in a session that was read from somewhere. */
  private static Object hintOf(Object arguments) {
    Object asked = arguments instanceof Map<?, ?> map ? map.get("toolConfirmation") : null;
    return Accessors.isExactly(asked, Library.CONFIRMATION)
        ? Accessors.get(asked, "hint")
        : asked instanceof Map<?, ?> map ? map.get("hint") : null;
  }

  private String place(Object invocation) {
    Object session = Accessors.get(invocation, "session");
    Map<String, Object> labels = new LinkedHashMap<>(8);
    labels.put("source", SOURCE);
    labels.put("app", Accessors.get(session, "appName"));
    labels.put("user", Accessors.get(session, "userId"));
    labels.put("session", Accessors.get(session, "id"));
    labels.put("call", call.id());
    labels.put("tool", call.tool());
    return AskedQuestions.place(labels);
  }
}
