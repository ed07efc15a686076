/**
 * Reads and renders what the configuration says of an effect: templates of a tool's effects (spec
 * 5.4) and extractors of bound methods (spec 5.3). Pure values; the accessors that an {@link
 * dev.countersign.effect.template.Extractor} calls are the only code of the application that runs
 * in a check.
 */
package dev.countersign.effect.template;
