package dev.countersign.scope;

import dev.countersign.RefusalCode;
import dev.countersign.config.Pin;
import dev.countersign.pin.PinCheck;
import dev.countersign.pin.ToolPins;
import java.io.IOException;
import java.util.List;

/**
 * Whether the tool of a call is still the one that was pinned (spec 1.4, 5.2), by what its entry
 * says. Nothing of the pins is loaded before the first call of a tool whose definition was seen.
 */
final class ToolPinning {

  /** In a record of a call whose tool is no longer what was pinned. */
  private static final List<String> CHANGED = List.of("pin_changed");

  private static final Answer NOTHING = new Answer(null, null, List.of());

  private final Surroundings run;

  /** Guarded by this; never replaced. */
  private ToolPins pins;

  /**
   * What is to be done with a call.
   *
   * @param refused null where its definition is the pinned one, or nobody asks
   * @param detail for the books; null for nothing to say
   * @param findings for the books
   */
  record Answer(RefusalCode refused, String detail, List<String> findings) {}

  ToolPinning(Surroundings run) {
    this.run = run;
  }

  /**
   * Compares, and pins what is used for the first time: so the last thing that is asked of a call
   * that would run otherwise.
   *
   * @param pin of the tool's entry
   * @param digest of the definition that led to the call, as it was judged; null for none
   */
  Answer of(Pin pin, ToolCall call, String digest) {
    if (pin.isOff()) {
      return NOTHING;
    }
    if (pin.digest() != null) {
      return pin.digest().equals(digest)
          ? NOTHING
          : changed(
              (digest == null
                      ? "a definition that no model was seen to get"
                      : "definition " + digest)
                  + " is not the configured "
                  + pin.digest());
    }
    if (digest == null) {
      // Nobody showed it to a model that was seen; the preset says so.
      return NOTHING;
    }
    try {
      PinCheck check =
          pins().check(call.tool(), call.target().text(), digest, call.pin()::definition);
      return check.isChanged()
          ? changed(check.text())
          : check.text() == null ? NOTHING : new Answer(null, check.text(), List.of());
    } catch (IOException unusable) {
      return new Answer(
          RefusalCode.INTERNAL, "pins: " + unusable.getMessage(), List.of("pin_unusable"));
    }
  }

  private static Answer changed(String detail) {
    return new Answer(RefusalCode.PIN, detail, CHANGED);
  }

  private synchronized ToolPins pins() {
    if (pins == null) {
      pins = new ToolPins(run.configuration().stateDir(), run::enforcing);
    }
    return pins;
  }
}
