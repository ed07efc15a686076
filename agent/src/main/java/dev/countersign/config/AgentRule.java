package dev.countersign.config;

import java.time.Duration;
import java.util.List;

/**
 * One entry of {@code agents} (spec 5.9): while the method runs, somebody acts who may do no more
 * than this, and no more than who called it.
 *
 * @param agent the name in the books
 * @param method the bound method
 * @param scopes what it may have at most: {@code tool.search}, {@code exec.*}; at least one
 * @param ceilings how often it may do what
 * @param ttl how long one call of the method may go on, in whole seconds; null without end
 * @param position for messages
 */
public record AgentRule(
    String agent,
    MethodPattern method,
    List<String> scopes,
    List<MostCalls> ceilings,
    Duration ttl,
    Position position) {

  /**
   * One of {@code constraints}.
   *
   * @param appliesTo the scope whose calls count; null for every call
   * @param max 0 to 2^53-1
   */
  public record MostCalls(String appliesTo, long max) {}
}
