package dev.countersign.config;

import dev.countersign.effect.template.ExecTemplate;

/**
 * What may happen in any frame ({@code ambient[]}, spec 5.6).
 *
 * @param exec the template; it has no arguments to render from, so it names no {@code args}
 * @param times how often in the life of the JVM; default once
 * @param position where it stands
 */
public record AmbientRule(ExecTemplate exec, Times times, Position position) {}
