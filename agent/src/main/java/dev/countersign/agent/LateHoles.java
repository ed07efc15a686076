package dev.countersign.agent;

import dev.countersign.ledger.Ledger;
import dev.countersign.ledger.LedgerException;
import dev.countersign.observe.StandardError;
import dev.countersign.weave.Duty;
import dev.countersign.weave.WovenReport;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Holes that are found after {@code main} began, when a library turns up that lacks a hook: one
 * line, one record. The JVM goes on; what the hole is about is refused.
 */
final class LateHoles implements Consumer<String> {

  private final Ledger ledger;
  private final Set<String> said = new HashSet<>();

  LateHoles(Ledger ledger) {
    this.ledger = ledger;
  }

  /** Says each guard that turned out to be missing since the last call, once. */
  synchronized void lost(WovenReport report) {
    for (WovenReport.Line line : report.lost(Duty.GUARD)) {
      String text = line.site() + " cannot be bound: " + line.reason();
      if (said.add(text)) {
        accept(text);
      }
    }
  }

  /** Says that a class was defined past the agent. */
  void missed(String className) {
    accept(
        className
            + " was loaded where the stack ended, and what it did before this line was not seen; it"
            + " is woven now. A recursion without an end does this: look for a StackOverflowError");
  }

  /**
   * Says that the last look for such classes failed.
   *
   * @param why null where it did not
   */
  void unseen(Throwable why) {
    if (why != null) {
      accept(
          "whether a class ran unwoven during the last seconds could not be seen, for at the end of"
              + " this JVM the agent's thread did not get to look: "
              + why);
    }
  }

  @Override
  public void accept(String text) {
    StandardError.say("hole: " + text);
    Map<String, Object> record = new LinkedHashMap<>(4);
    record.put("code", "late");
    record.put("text", text);
    try {
      ledger.act("hole", record);
    } catch (LedgerException unwritten) {
      StandardError.say("that hole is not in the books: " + unwritten.getMessage());
    }
  }
}
