/**
 * The configuration file (spec 5): strict loading with positions, immutable rules, and the schema
 * for editors.
 *
 * <p>{@link dev.countersign.config.Configuration#load} is the one entry point. The way through it:
 * {@code Source} reads bounded, strict UTF-8 bytes; {@code YamlTree} turns the text into {@code
 * Tree}s that know their line and column; {@code Section} hands out values key by key and refuses
 * what it does not know; {@code Reader} builds the rules; {@code CrossChecks} and {@code Lint} look
 * at the whole.
 */
package dev.countersign.config;
