package dev.countersign.scope;

import dev.countersign.RefusalCode;
import dev.countersign.approval.Asked;
import dev.countersign.approval.Grant;
import java.util.List;
import java.util.Map;

/**
 * What the people who answer say to one effect.
 *
 * @param refused how it is refused; null where somebody approved it
 * @param grant through which that is looked at again at the sink; null where {@code refused} is not
 * @param asked the question whose answer approved it, and is to be used up; null where a ticket
 *     did, or nobody
 * @param record the member {@code approval} of the decision record; null where nobody answered
 * @param detail for the books; null for nothing to say
 * @param findings for the books
 */
record Approved(
    RefusalCode refused,
    Grant grant,
    Asked asked,
    Map<String, Object> record,
    String detail,
    List<String> findings) {

  /** Whether somebody answered, yes or no. */
  boolean isDecided() {
    return refused == null || record != null;
  }

  /**
   * The same after all not.
   *
   * @param why for the books
   */
  Approved not(RefusalCode code, String why) {
    return new Approved(code, null, null, null, why, findings);
  }
}
