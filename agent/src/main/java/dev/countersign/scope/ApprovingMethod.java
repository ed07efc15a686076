package dev.countersign.scope;

import dev.countersign.approval.ApprovalRequest;
import dev.countersign.approval.Asked;
import dev.countersign.approval.AskedQuestions;
import dev.countersign.approval.UnsignedAnswer;
import dev.countersign.config.AppMethod;
import dev.countersign.config.ApprovalSource;
import dev.countersign.preview.Told;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Asks a method of the application whether somebody approved a request ({@code approvals.method}).
 * It runs as a preview does (spec 4): on a thread of its own, for five seconds at most, with every
 * sink closed. Thread-safe.
 *
 * <p>{@code true}, and an enum or text {@code APPROVED}, say that somebody approved the request:
 * once. It is counted again only after the method has said something else in between, for an
 * application that keeps a yes and does not take it back would let the same call happen for ever. A
 * method that asks somebody there and then returns the {@code question} that it was asked: that is
 * a yes to this one.
 */
final class ApprovingMethod {

  private static final String SOURCE = ApprovalSource.METHOD.text();

  /** What a method says. */
  private enum Says {
    NOTHING,
    YES,
    YES_TO_THIS,
    NO
  }

  private final AppMethod method;
  private final AskedQuestions questions;
  private final Supplier<ApplicationPreviews> previews;

  /**
   * @param previews which run what the application answers; gives null where nothing could be
   *     closed
   */
  ApprovingMethod(
      AppMethod method, AskedQuestions questions, Supplier<ApplicationPreviews> previews) {
    this.method = method;
    this.questions = questions;
    this.previews = previews;
  }

  /**
   * What it says to a request.
   *
   * @param tool the innermost one; null for none
   */
  UnsignedAnswer look(String tool, ApprovalRequest request) {
    ApplicationPreviews runs = previews.get();
    if (runs == null) {
      return UnsignedAnswer.unusable(
          "approvals.method: not called, for nothing could keep it from effects");
    }
    String eventThread = EventThreads.ofCaller();
    if (eventThread != null) {
      return UnsignedAnswer.unusable(
          "approvals.method: not called on "
              + eventThread
              + ", which must not wait for anybody. Have the call made on another scheduler");
    }
    AskedQuestions.Put put;
    try {
      put = questions.standOrAsk(SOURCE, place(request), request);
    } catch (IOException unusable) {
      return UnsignedAnswer.unusable("state.dir: " + unusable.getMessage());
    }
    Asked asked = put.asked();
    Says[] says = {Says.NOTHING};
    Told told =
        runs.approval(
            tool == null ? request.target() : tool,
            method,
            question(asked, request),
            returned -> {
              says[0] = read(returned, asked.id());
              return Told.nothing();
            });
    if (told.kind() != Told.Kind.NOTHING) {
      String why = told.warnings().isEmpty() ? "it is absent" : told.warnings().get(0);
      return UnsignedAnswer.unusable("approvals.method, " + why);
    }
    return answer(says[0], put);
  }

  private UnsignedAnswer answer(Says says, AskedQuestions.Put put) {
    Asked asked = put.asked();
    try {
      if (says == Says.YES && put.lastYes() != null) {
        return UnsignedAnswer.notAccepted(
            method.text()
                + " approved this request before, which was used, and has said nothing else since."
                + " Have it take a yes back once it gave it, or return the question");
      }
      if (says == Says.YES && questions.isFull()) {
        return UnsignedAnswer.unusable(
            "state.dir: no further yes can be told from one that stands. Have "
                + method.text()
                + " return the question, or remove files of asked/yes that are old");
      }
      if (says == Says.YES_TO_THIS) {
        questions.named(asked);
      }
      if (says != Says.YES) {
        questions.heardOtherwise(asked, put.lastYes());
      }
    } catch (IOException unusable) {
      return UnsignedAnswer.unusable("state.dir: " + unusable.getMessage());
    }
    switch (says) {
      case YES, YES_TO_THIS:
        return UnsignedAnswer.yes(asked, method.text());
      case NO:
        return UnsignedAnswer.no(asked, method.text());
      default:
        return put.isNew()
            ? UnsignedAnswer.asking(asked)
            : UnsignedAnswer.waiting(method.text() + " has not approved it");
    }
  }

  /** One for all calls of the same request: that is what the method is asked about. */
  private static String place(ApprovalRequest request) {
    return AskedQuestions.place(
        Map.of("source", SOURCE, "request_digest", request.requestDigest()));
  }

  /** What a person decides on, as a preview's arguments are handed over. */
  private static Map<String, Object> question(Asked asked, ApprovalRequest request) {
    Map<String, Object> question = new LinkedHashMap<>(request.toJson());
    question.remove("v");
    question.remove("id");
    question.remove("requested_at");
    question.put("question", asked.id());
    question.put("expires_at", asked.expiresAt().toString());
    return question;
  }

  /** Runs no code of the application: names of enums are the JDK's to tell. */
  private static Says read(Object returned, String question) {
    if (returned instanceof Boolean said) {
      return said ? Says.YES : Says.NOTHING;
    }
    String word = returned instanceof Enum<?> constant ? constant.name() : null;
    if (returned instanceof String text) {
      if (text.equals(question)) {
        return Says.YES_TO_THIS;
      }
      word = text;
    }
    if (word == null) {
      return Says.NOTHING;
    }
    switch (word.toUpperCase(Locale.ROOT)) {
      case "APPROVE", "APPROVED":
        return Says.YES;
      case "REFUSE", "REFUSED":
        return Says.NO;
      default:
        return Says.NOTHING;
    }
  }
}
