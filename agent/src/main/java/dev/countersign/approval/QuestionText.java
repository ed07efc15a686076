package dev.countersign.approval;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.SpelledOut;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A question as a person reads it who is asked inside this JVM: what would happen, and which
 * request that is. Made again from the call itself, it is the same text.
 */
public final class QuestionText {

  /** The text of a question about that request. */
  public static String of(Asked asked, ApprovalRequest request) {
    StringBuilder text = new StringBuilder(256);
    // What a model made up must not look like a line of ours.
    text.append("Approve ").append(SpelledOut.of(request.target()));
    text.append("? ").append(SpelledOut.of(request.reason()));
    for (Map<String, Object> change : request.predictedChanges()) {
      text.append('\n').append(SpelledOut.of(String.valueOf(change.get("summary"))));
    }
    if (request.arguments() != null) {
      String arguments = new String(Canonical.jcs(request.arguments()), StandardCharsets.UTF_8);
      text.append("\nArguments: ").append(SpelledOut.of(arguments));
    }
    return text.append("\nRequest ")
        .append(asked.requestDigest())
        .append(", question ")
        .append(asked.id())
        .toString();
  }

  private QuestionText() {}
}
