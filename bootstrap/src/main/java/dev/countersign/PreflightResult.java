package dev.countersign;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What a validation found out about a call that was not made (spec 4). Immutable.
 *
 * @param checks in the order in which they were made
 * @param requiresApproval whether a person has to approve the call before it is made
 * @param predictedChanges what the call would change as far as that can be told; never null
 */
public record PreflightResult(
    List<PreflightCheck> checks, boolean requiresApproval, List<Change> predictedChanges) {

  private static final int MAX_CHECKS = 100;

  /**
   * @throws IllegalArgumentException if a list or an element of one is null, or if there are too
   *     many
   */
  public PreflightResult {
    checks = copy("checks", checks, MAX_CHECKS);
    predictedChanges = copy("predicted_changes", predictedChanges, PreviewResult.MAX_CHANGES);
  }

  /** Whether every check passed. A call that requires approval can be valid. */
  public boolean valid() {
    for (PreflightCheck each : checks) {
      if (!each.passed()) {
        return false;
      }
    }
    return true;
  }

  /** The errors of the checks that failed, in their order. */
  public List<PreflightError> errors() {
    List<PreflightError> errors = new ArrayList<>();
    for (PreflightCheck each : checks) {
      if (!each.passed()) {
        errors.add(each.error());
      }
    }
    return Collections.unmodifiableList(errors);
  }

  static <T> List<T> copy(String name, List<T> given, int most) {
    if (given == null) {
      throw new IllegalArgumentException(name + " is required and was null");
    }
    List<T> copy = new ArrayList<>();
    for (T each : given) {
      if (each == null) {
        throw new IllegalArgumentException(name + " has an element that is null");
      }
      if (copy.size() == most) {
        throw new IllegalArgumentException(name + " has more than " + most + " elements");
      }
      copy.add(each);
    }
    return Collections.unmodifiableList(copy);
  }
}
