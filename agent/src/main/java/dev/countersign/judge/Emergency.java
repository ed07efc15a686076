package dev.countersign.judge;

import dev.countersign.effect.Glob;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * What a break-glass document changes for a while, as the path of a call needs it (spec 3.2): only
 * what is refused, never what is recorded. That its time is over ends it where it is asked for, in
 * the middle of a call as well: no thread has to notice first.
 *
 * @param id of the document
 * @param rule the one that refuses nothing; null where it is about whatever refuses
 * @param sinks that it is about, as {@code BreakGlass.SINKS} names them; empty for all
 * @param tools that it is about; empty for all, and for what happens outside any
 * @param over whether its time is over; asked on the path of a call, on every thread
 */
public record Emergency(
    String id, String rule, List<String> sinks, List<Glob> tools, BooleanSupplier over) {

  /**
   * When it ends by the clock that nobody sets.
   *
   * @param nanos as {@link System#nanoTime} tells them
   */
  public static BooleanSupplier endsAt(long nanos) {
    return () -> System.nanoTime() - nanos >= 0;
  }

  /** Whether it is about whatever happens. */
  boolean isAboutAll() {
    return rule == null && sinks.isEmpty() && tools.isEmpty();
  }

  /**
   * Whether it is about an effect.
   *
   * @param tool the innermost one that it happens in, or that is called; null for none
   */
  boolean covers(String sink, String tool) {
    if (!sinks.isEmpty() && !sinks.contains(sink)) {
      return false;
    }
    if (tools.isEmpty()) {
      return true;
    }
    for (int i = 0; tool != null && i < tools.size(); i++) {
      if (tools.get(i).matches(tool)) {
        return true;
      }
    }
    return false;
  }
}
