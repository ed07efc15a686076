package dev.countersign;

import java.util.List;

/**
 * What a preview says that a call would change, in the order that it says it (spec 4). Immutable.
 *
 * @param changes at most {@value #MAX_CHANGES}; none means that nothing would change
 */
public record PreviewResult(List<Change> changes) {

  /** Changes of one preview. */
  public static final int MAX_CHANGES = 1000;

  /**
   * @throws IllegalArgumentException if the list or one of its elements is null, or if there are
   *     too many
   */
  public PreviewResult {
    if (changes == null) {
      throw new IllegalArgumentException("changes is required and was null");
    }
    changes = PreflightResult.copy("changes", changes, MAX_CHANGES);
  }

  /** A preview of these changes. */
  public static PreviewResult of(Change... changes) {
    return new PreviewResult(changes == null ? null : List.of(changes));
  }
}
