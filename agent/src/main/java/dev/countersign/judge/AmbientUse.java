package dev.countersign.judge;

import dev.countersign.config.Redirects;
import dev.countersign.effect.template.EffectPreview;

/**
 * One use of an ambient entry (spec 5.6).
 *
 * @param effect the entry's rendering
 * @param redirects what happens where an answer sends the request on
 */
public record AmbientUse(EffectPreview effect, Redirects redirects) {}
