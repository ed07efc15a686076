package dev.countersign.config;

import dev.countersign.effect.template.ExecTemplate;

/**
 * One effect that a tool call may have ({@code tools[].effects[]}, spec 5.4).
 *
 * @param exec the template of the process start; it renders one start per element where {@code
 *     each} is given
 * @param each null, or the list as written, for example {@code args.items}
 * @param times how often one preview may be committed; multiplied by the tool's {@code times}
 * @param shared whether the same program may also be started outside any tool call (spec 1.6 rule
 *     7d)
 * @param position where it stands
 */
public record EffectRule(
    ExecTemplate exec, String each, Times times, boolean shared, Position position) {}
