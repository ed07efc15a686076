package dev.countersign.verify;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Findings by check. The first {@value #KEPT} of each check are kept word for word and the rest
 * counted: a hostile chain of millions of bad entries must not be able to fill the memory of
 * whoever reads it.
 */
final class Failures {

  static final int KEPT = 1_000;

  private final Map<Check, List<Failure>> kept = new EnumMap<>(Check.class);
  private long omitted;

  void add(Check check, Failure failure) {
    List<Failure> list = kept.computeIfAbsent(check, c -> new ArrayList<>());
    if (list.size() < KEPT) {
      list.add(failure);
    } else {
      omitted++;
    }
  }

  boolean any(Check check) {
    return kept.containsKey(check);
  }

  boolean none() {
    return kept.isEmpty();
  }

  /** Forgets a check whose findings do not apply after all. */
  void drop(Check check) {
    kept.remove(check);
  }

  List<Failure> of(Check check) {
    return kept.getOrDefault(check, List.of());
  }

  /** All that were kept, in the order of {@link Check}. */
  List<Failure> all() {
    List<Failure> all = new ArrayList<>();
    kept.values().forEach(all::addAll);
    return all;
  }

  long omitted() {
    return omitted;
  }
}
