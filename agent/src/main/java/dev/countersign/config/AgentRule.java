package dev.countersign.config;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

/**
 * One entry of {@code agents} (spec 5.9): while the method runs, somebody acts who may do no more
 * than this, and no more than who called it.
 *
 * @param agent the name in the books
 * @param method the bound method
 * @param scopes what it may have at most: {@code tool.search}, {@code exec.*}; at least one
 * @param ceilings how much it may do of what
 * @param ttl how long one call of the method may go on, in whole seconds; null without end
 * @param position for messages
 */
public record AgentRule(
    String agent,
    MethodPattern method,
    List<String> scopes,
    List<Most> ceilings,
    Duration ttl,
    Position position) {

  /**
   * One of {@code constraints}.
   *
   * @param key {@code max_calls}, {@code max_rows} or {@code max_spend}
   * @param appliesTo the scope whose calls count; null for every call, as for all but {@code
   *     max_calls}
   * @param max a whole number from 0 to 2^53-1; for {@code max_spend} one with at most six digits
   *     behind the point, 15 in all, up to 10^12
   */
  public record Most(String key, String appliesTo, BigDecimal max) {}
}
