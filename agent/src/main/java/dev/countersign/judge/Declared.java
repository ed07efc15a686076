package dev.countersign.judge;

import dev.countersign.config.Redirects;
import dev.countersign.config.Times;
import dev.countersign.effect.template.EffectPreview;

/**
 * An effect that a tool call may have, rendered from its authorised arguments (spec 5.4).
 *
 * @param effect the process start or the request
 * @param times how many commits its preview allows
 * @param shared whether the same program may also be started, the same host be asked, outside any
 *     tool call
 * @param redirects what happens where an answer sends the request on
 */
public record Declared(EffectPreview effect, Times times, boolean shared, Redirects redirects) {}
