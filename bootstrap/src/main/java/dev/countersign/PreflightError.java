package dev.countersign;

/**
 * Why a check failed (spec 4).
 *
 * @param code for programs, for example {@code CS-POLICY}
 * @param message for people; what failed, never more than the caller may know
 */
public record PreflightError(String code, String message) {

  /**
   * @throws IllegalArgumentException if one is null, has half of a surrogate pair or is too long
   */
  public PreflightError {
    JsonValues values = new JsonValues();
    code = values.text("code", code);
    message = values.text("message", message);
  }
}
