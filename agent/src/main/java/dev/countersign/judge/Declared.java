package dev.countersign.judge;

import dev.countersign.config.Times;
import dev.countersign.effect.template.ExecPreview;

/**
 * An effect that a tool call may have, rendered from its authorised arguments (spec 5.4).
 *
 * @param exec the process start
 * @param times how many commits its preview allows
 * @param shared whether the same program may also be started outside any tool call
 */
public record Declared(ExecPreview exec, Times times, boolean shared) {}
