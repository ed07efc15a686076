package dev.countersign.approval;

import dev.countersign.canonical.Canonical;
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
    text.append("Approve ");
    plain(text, request.target());
    text.append("? ");
    plain(text, request.reason());
    for (Map<String, Object> change : request.predictedChanges()) {
      text.append('\n');
      plain(text, String.valueOf(change.get("summary")));
    }
    if (request.arguments() != null) {
      text.append("\nArguments: ");
      plain(text, new String(Canonical.jcs(request.arguments()), StandardCharsets.UTF_8));
    }
    return text.append("\nRequest ")
        .append(asked.requestDigest())
        .append(", question ")
        .append(asked.id())
        .toString();
  }

  /**
   * What a model made up must not look like a line of ours: controls, line ends, directions and
   * whatever else is not seen are spelled out.
   */
  private static void plain(StringBuilder text, String part) {
    for (int i = 0; i < part.length(); ) {
      int c = part.codePointAt(i);
      if (isSeen(c)) {
        text.appendCodePoint(c);
      } else {
        text.append("\\u{").append(Integer.toHexString(c)).append('}');
      }
      i += Character.charCount(c);
    }
  }

  private static boolean isSeen(int c) {
    switch (Character.getType(c)) {
      case Character.CONTROL:
      case Character.FORMAT:
      case Character.SURROGATE:
      case Character.PRIVATE_USE:
      case Character.UNASSIGNED:
      case Character.LINE_SEPARATOR:
      case Character.PARAGRAPH_SEPARATOR:
        return false;
      case Character.SPACE_SEPARATOR:
        return c == ' ';
      default:
        return true;
    }
  }

  private QuestionText() {}
}
