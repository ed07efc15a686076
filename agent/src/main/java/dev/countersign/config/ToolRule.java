package dev.countersign.config;

import dev.countersign.effect.Glob;
import dev.countersign.effect.template.Argument;
import java.util.List;

/**
 * What one tool, or several by glob, may do ({@code tools[]}, spec 5.2). The first matching rule
 * wins.
 *
 * @param tool the name as the model calls it
 * @param method the tool's own method, for applications without a framework preset; else null
 * @param effects what a call may do, in the file's order; empty: nothing but run
 * @param times how often one resolved call may run; default once
 * @param exclude parameters that do not come from the model and are left out of {@code arguments}
 * @param authorised what the sink is compared with
 * @param lossy what happens to a value that the framework's own coercion changed
 * @param pin how the definition is pinned
 * @param approval whether a person has to approve each call
 * @param approvalFrom where an approval of its calls may come from, of those that {@code
 *     approvals.from} names; null for all of them
 * @param disclose whether the books keep the arguments of its calls and the requests of their
 *     effects, and not only their hashes
 * @param preview what tells which changes a call would make; null where the tool's object is asked
 * @param preflight what warns about a call; null likewise
 * @param requirePreview whether a call is refused that nothing predicts a change of
 * @param spend which argument says what a call takes of {@code max_spend}; null for none
 * @param rows the same of {@code max_rows}
 * @param position where it stands
 */
public record ToolRule(
    Glob tool,
    MethodPattern method,
    List<EffectRule> effects,
    Times times,
    List<String> exclude,
    Authorised authorised,
    Lossy lossy,
    Pin pin,
    Approval approval,
    List<ApprovalSource> approvalFrom,
    boolean disclose,
    AppMethod preview,
    AppMethod preflight,
    boolean requirePreview,
    Argument spend,
    Argument rows,
    Position position) {

  /**
   * Whether the books say which changes were predicted of a call: where a person or a program is
   * shown them, or the tool discloses. Elsewhere nothing is predicted on the way of a call.
   */
  public boolean predicts() {
    return disclose || requirePreview || preview != null || approval != Approval.NONE;
  }
}
