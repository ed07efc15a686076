package dev.countersign.config;

import dev.countersign.effect.template.EffectTemplate;

/**
 * What may happen in any frame ({@code ambient[]}, spec 5.6).
 *
 * @param template it has no arguments to render from, so it names no {@code args}
 * @param times how often in the life of the JVM; default once
 * @param redirects of a request; {@code REFUSE} for everything else
 * @param position where it stands
 */
public record AmbientRule(
    EffectTemplate template, Times times, Redirects redirects, Position position) {}
