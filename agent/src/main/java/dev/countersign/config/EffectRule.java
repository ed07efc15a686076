package dev.countersign.config;

/**
 * One effect that a tool call may have ({@code tools[].effects[]}, spec 5.4).
 *
 * @param exec the template of the process start
 * @param each null: one effect; else one per element of that list
 * @param times how often one preview may be committed; multiplied by the tool's {@code times}
 * @param shared whether the same program may also be started outside any tool call (spec 1.6 rule 7d)
 * @param position where it stands
 */
public record EffectRule(Object exec, Each each, Times times, boolean shared, Position position) {}
