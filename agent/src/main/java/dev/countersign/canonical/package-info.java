/**
 * JSON with exactly one reading and one text (spec 1.2): a strict parser, exact numbers, RFC 8785,
 * snapshots of Java values, digests. Pure functions, but for the kernel's random bytes; no code of
 * the application runs.
 *
 * <p>Read {@link dev.countersign.canonical.Canonical} first: it says what a JSON value is here.
 */
package dev.countersign.canonical;
