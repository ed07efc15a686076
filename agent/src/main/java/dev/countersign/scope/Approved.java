package dev.countersign.scope;

import dev.countersign.RefusalCode;
import dev.countersign.approval.Grant;
import java.util.List;
import java.util.Map;

/**
 * What the people who answer say to one effect.
 *
 * @param refused how it is refused; null where somebody approved it
 * @param grant through which that is looked at again at the sink; null where {@code refused} is not
 * @param record the member {@code approval} of the decision record; null where nobody answered
 * @param detail for the books; null for nothing to say
 * @param findings for the books
 */
record Approved(
    RefusalCode refused,
    Grant grant,
    Map<String, Object> record,
    String detail,
    List<String> findings) {}
