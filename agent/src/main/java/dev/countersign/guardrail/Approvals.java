package dev.countersign.guardrail;

import dev.countersign.effect.Glob;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Which tools' calls a person has to approve, whatever the rules say (spec 5.2). */
final class Approvals {

  /** {@link Judgment#reason} of what they require. */
  private static final String REASON = "approval: human";

  private final List<Glob> tools = new ArrayList<>();
  private final List<Boolean> required = new ArrayList<>();
  private final Judgment judgment;

  private Approvals(String bundleHash) {
    this.judgment =
        new Judgment(Verdict.REQUIRES_APPROVAL, REASON, bundleHash, null, null, null, null, false);
  }

  /**
   * @param tools the member of the judging object; what is no entry of a tool requires nothing
   * @return null where none requires one
   */
  static Approvals of(Object tools, String bundleHash) {
    if (!(tools instanceof List<?> entries)) {
      return null;
    }
    Approvals approvals = new Approvals(bundleHash);
    boolean any = false;
    for (Object entry : entries) {
      if (entry instanceof Map<?, ?> tool && tool.get("tool") instanceof String name) {
        boolean human = "human".equals(tool.get("approval"));
        approvals.tools.add(new Glob(name));
        approvals.required.add(human);
        any |= human;
      }
    }
    return any ? approvals : null;
  }

  /** Of the first entry that names the tool; the other judgment where it requires nothing. */
  Judgment or(Object tool, Judgment other) {
    for (int i = 0; i < tools.size(); i++) {
      if (tool instanceof String name && tools.get(i).matches(name)) {
        return required.get(i) ? judgment : other;
      }
    }
    return other;
  }
}
