package dev.countersign;

import java.util.List;

/**
 * What one check of a call said (spec 4). Immutable.
 *
 * @param check {@code module_lookup}, {@code acl}, {@code schema}, {@code module_preflight} or
 *     {@code module_preview}
 * @param passed whether the call may be made as far as this check goes
 * @param error why not; null where it passed
 * @param warnings what a person should know although it passed, or besides the error
 */
public record PreflightCheck(
    String check, boolean passed, PreflightError error, List<String> warnings) {

  /** Warnings of one check. */
  public static final int MAX_WARNINGS = 1000;

  /**
   * @throws IllegalArgumentException if a check that passed has an error or one that failed has
   *     none, or if a text is missing, has half of a surrogate pair or is too long
   */
  public PreflightCheck {
    JsonValues values = new JsonValues();
    check = values.text("check", check);
    if (passed != (error == null)) {
      throw new IllegalArgumentException(
          passed ? "a check that passed has no error" : "a check that failed says why");
    }
    warnings = PreflightResult.copy("warnings", warnings, MAX_WARNINGS);
    for (String warning : warnings) {
      values.text("a warning", warning);
    }
  }
}
