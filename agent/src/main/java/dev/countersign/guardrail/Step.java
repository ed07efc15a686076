package dev.countersign.guardrail;

/** One step of a path into a request (docs/policy.md): a member, an element, or all elements. */
sealed interface Step {

  /** Into a map. */
  record Member(String name) implements Step {}

  /** Into a list, from 0. */
  record Index(int index) implements Step {}

  /** Into a list: one of its elements, or each of them. */
  record Each(boolean every) implements Step {}
}
