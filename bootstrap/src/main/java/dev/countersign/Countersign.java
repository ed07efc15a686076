package dev.countersign;

import dev.countersign.gate.Gate;
import java.util.Map;

/**
 * What an application may ask the agent that is attached to its JVM.
 *
 * <pre>{@code
 * if (Countersign.isAttached()) {
 *   PreflightResult result =
 *       Countersign.validate("refund", Map.of("order", "A-17", "amount", 40));
 *   result.valid();             // would it be allowed as it is
 *   result.requiresApproval();  // does a person have to say yes first
 *   result.predictedChanges();  // what would it change
 * }
 * }</pre>
 */
public final class Countersign {

  /** Whether this JVM was started with the agent, and this class is the agent's own. */
  public static boolean isAttached() {
    return Gate.armed();
  }

  /**
   * {@link #validate(String, Map, Map)} for whoever acts on the calling thread.
   *
   * @throws IllegalStateException if no agent is attached
   * @throws IllegalArgumentException if {@code tool} is null or empty
   */
  public static PreflightResult validate(String tool, Map<String, ?> inputs) {
    return validate(tool, inputs, null);
  }

  /**
   * Judges a call of a tool without making it (spec 4): nothing is executed, written to the books,
   * spent or counted. A preview and a preflight of the tool's own are called where the policy
   * allows the call, and cannot have effects.
   *
   * <p>That a call is valid now is no promise: what it is judged by may change, and what it takes
   * of a limit is counted when it is made.
   *
   * @param tool the name as the model calls it
   * @param inputs the arguments as the model would give them: what a JSON object is in Java, maps
   *     with text keys, lists, texts, numbers, booleans and null; what is none is a failed check
   * @param caller who is said to make it, {@code agent, principal, clearance, team, org_unit, role}
   *     as texts and {@code scopes} as a list of texts, each optional; null for whoever acts on the
   *     calling thread
   * @throws IllegalStateException if no agent is attached; the message says what to do
   * @throws IllegalArgumentException if {@code tool} is null or empty, or {@code caller} has other
   *     members
   */
  public static PreflightResult validate(
      String tool, Map<String, ?> inputs, Map<String, ?> caller) {
    if (!Gate.armed()) {
      ClassLoader own = Countersign.class.getClassLoader();
      throw new IllegalStateException(
          "no Countersign agent answers here. "
              + (own == null
                  ? "Its start has not ended yet"
                  : "Start this JVM with -javaagent:countersign-agent.jar=FILE; if it was, these"
                      + " classes are a copy of the agent's, loaded by "
                      + own.getClass().getName()
                      + ": leave dev.countersign out of what the application brings"));
    }
    return (PreflightResult) Gate.validate(tool, inputs, caller);
  }

  private Countersign() {}
}
