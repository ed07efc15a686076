package dev.countersign.scope;

import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.Capture;
import java.util.Map;

/**
 * A tool call as resolved (spec 5.1, point Q).
 *
 * @param tool name as the model calls it
 * @param frameworkId the framework's id of the call; null or empty where it has none
 * @param arguments the JSON object as presented, without parameters that a framework injects or the
 *     entry excludes; null when it is no JSON object that can be verified
 * @param target the method that will carry it out; null when that is not known, which {@code lost}
 *     explains
 * @param plan reads the digest of the target's class file
 * @param pin reads the digest of the tool's definition
 * @param capture what the wrapper will be able to observe
 * @param adapter which hook resolved it
 * @param lost why calls of this tool cannot be verified (a missing hook); null when they can
 * @param detail why {@code arguments} is null: a Java type, a JSON pointer or a position, never a
 *     value; else null
 */
public record ToolCall(
    String tool,
    String frameworkId,
    Map<String, Object> arguments,
    ToolMethod target,
    PlanSource plan,
    PinSource pin,
    Capture capture,
    Adapter adapter,
    String lost,
    String detail) {

  /** A call about which there is no more to say. */
  public ToolCall(
      String tool,
      String frameworkId,
      Map<String, Object> arguments,
      ToolMethod target,
      PlanSource plan,
      PinSource pin,
      Capture capture,
      Adapter adapter,
      String lost) {
    this(tool, frameworkId, arguments, target, plan, pin, capture, adapter, lost, null);
  }
}
