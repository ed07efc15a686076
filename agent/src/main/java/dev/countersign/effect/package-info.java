/**
 * What is judged and what is about to fire, as values that can be compared: the request and its
 * context (spec 1.1), the intent of a process start, whether Java arguments are what a model's JSON
 * denotes (rule V, spec 1.3), and where two requests differ. Pure; nothing here decides.
 *
 * <p>Read {@link dev.countersign.effect.EffectRequest} first: every digest is of one.
 */
package dev.countersign.effect;
