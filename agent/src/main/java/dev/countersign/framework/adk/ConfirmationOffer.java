package dev.countersign.framework.adk;

import dev.countersign.approval.ApprovalRequest;
import dev.countersign.approval.Asked;
import dev.countersign.approval.AskedQuestions;
import dev.countersign.approval.MalformedApprovalException;
import dev.countersign.approval.Offer;
import dev.countersign.approval.QuestionText;
import dev.countersign.approval.UnsignedAnswer;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.config.ApprovalSource;
import dev.countersign.framework.Accessors;
import dev.countersign.framework.Built;
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
 *   <li>the answer came in the message that this run was begun with, once, under the name that the
 *       library gave it when it put that question ({@link AskedHook}), and says itself what the
 *       library says of it: what stands in the session by then names nothing;
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
  public boolean isAnswered() {
    return call.confirmed() != null;
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
    String place = place(invocation, call.id(), call.tool());
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
    if (asked.answerId() == null) {
      return UnsignedAnswer.notAccepted(
          "adk: the library did not put the question as it was given");
    }
    if (!isAnswered(invocation, asked.answerId(), call.confirmed())) {
      return UnsignedAnswer.notAccepted(
          "adk: the message that began this run holds no such answer to this question");
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
    String text = QuestionText.of(asked, request);
    confirmations.show(asked, text);
    request(text, asked, request);
    return UnsignedAnswer.asking(asked);
  }

  /**
   * What the context's {@code requestConfirmation} does. That method is woven, and no check runs
   * inside another one.
   */
  private void request(String text, Asked asked, ApprovalRequest request) {
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
      Accessors.invoke(made.getMethod("hint", String.class), builder, text);
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

  /** Whether the message that the run was begun with says exactly that, once, to that call. */
  private static boolean isAnswered(Object invocation, String id, boolean said) {
    Object content = Turns.optional(Accessors.get(invocation, "userContent"));
    if (!Accessors.isExactly(content, Library.CONTENT)) {
      return false;
    }
    Object parts = Turns.optional(Accessors.get(content, "parts"));
    if (!(parts instanceof List<?> list)) {
      return false;
    }
    int answers = 0;
    boolean same = false;
    for (Object part : list) {
      Object response =
          Accessors.isExactly(part, Library.PART)
              ? Turns.optional(Accessors.get(part, "functionResponse"))
              : null;
      if (Accessors.isExactly(response, Library.ANSWERED)
          && Library.CONFIRM.equals(Turns.optional(Accessors.get(response, "name")))
          && id.equals(Turns.optional(Accessors.get(response, "id")))) {
        answers++;
        same = Boolean.valueOf(said).equals(said(response));
      }
    }
    return answers == 1 && same;
  }

  /** What a part says: its member, or that of the text which clients of the web send instead. */
  private static Object said(Object response) {
    Object given = Turns.optional(Accessors.get(response, "response"));
    Map<?, ?> map =
        given instanceof Map<?, ?> answer ? Built.snapshot((Map<?, ?>) Plain.of(answer)) : null;
    if (map != null && map.size() == 1 && map.get("response") instanceof String text) {
      try {
        map = Json.parse(text) instanceof Map<?, ?> json ? json : null;
      } catch (NotCanonicalException noJson) {
        return null;
      }
    }
    return map == null ? null : map.get("confirmed");
  }

  /** Where the answer to a call's question is looked for. */
  static String place(Object invocation, String call, String tool) {
    Object session = Accessors.get(invocation, "session");
    Map<String, Object> labels = new LinkedHashMap<>(8);
    labels.put("source", SOURCE);
    labels.put("app", Accessors.get(session, "appName"));
    labels.put("user", Accessors.get(session, "userId"));
    labels.put("session", Accessors.get(session, "id"));
    labels.put("call", call);
    labels.put("tool", tool);
    return AskedQuestions.place(labels);
  }
}
