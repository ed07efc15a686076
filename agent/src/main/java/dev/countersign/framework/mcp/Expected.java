package dev.countersign.framework.mcp;

import dev.countersign.framework.Resolution;
import java.net.URI;
import java.util.Map;

/**
 * What a transport was handed and has not let go yet: one call, as it was compared. Told apart by
 * identity; holds nothing by which the message is remembered.
 */
final class Expected {

  private final String id;
  private final Sending sending;
  private final Map<?, ?> judged;
  private final Map<?, ?> values;
  private volatile Address address;

  /**
   * @param id of the message, as a text
   * @param judged the arguments, as JSON
   * @param values the same as the Java values that are written
   */
  Expected(String id, Sending sending, Map<?, ?> judged, Map<?, ?> values) {
    this.id = id;
    this.sending = sending;
    this.judged = judged;
    this.values = values;
  }

  Sending sending() {
    return sending;
  }

  /** The arguments as they were compared. */
  Map<?, ?> compared() {
    return judged;
  }

  boolean hasId(Object other) {
    return id.equals(String.valueOf(other));
  }

  boolean isOf(CalledTool called) {
    return called.name().equals(sending.scope().call().tool());
  }

  /**
   * The transport has chosen where it goes; what is chosen in its frame later is not its choice.
   */
  void goesTo(URI chosen) {
    if (address == null) {
      address = Address.of(chosen);
    }
  }

  /** Where the transport sends it; null where it has not chosen yet. */
  Address address() {
    return address;
  }

  /** What of a call is compared with this one. */
  Map<?, ?> compared(CalledTool called) {
    return called.compared(Resolution.of(sending.scope()).excluded());
  }

  /** Whether that is what is written of it. */
  boolean isWrittenAs(CalledTool called, Written written) {
    return written.is(compared(called), judged, values);
  }
}
