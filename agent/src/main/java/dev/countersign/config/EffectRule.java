package dev.countersign.config;

import dev.countersign.effect.template.EffectTemplate;

/**
 * One effect that a tool call may have ({@code tools[].effects[]}, spec 5.4).
 *
 * @param template of the process start or the request; it renders one per element where {@code
 *     each} is given
 * @param each null, or the list as written, for example {@code args.items}
 * @param times how often one preview may be committed; multiplied by the tool's {@code times}
 * @param shared whether the same program may also be started, the same host be asked, outside any
 *     tool call (spec 1.6 rule 7d)
 * @param redirects of a request; {@code REFUSE} for everything else
 * @param position where it stands
 */
public record EffectRule(
    EffectTemplate template,
    String each,
    Times times,
    boolean shared,
    Redirects redirects,
    Position position) {}
