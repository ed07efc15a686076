package dev.countersign.guardrail;

/**
 * A rule that compiles, and does less or more than it seems to.
 *
 * @param id of the rule
 * @param message what it does, and the next step
 */
public record RuleFinding(String id, String message) {}
