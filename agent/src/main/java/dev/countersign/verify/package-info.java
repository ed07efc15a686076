/**
 * Checks books offline (spec 2.4 to 2.6): bundles, chain files and the effect records beside them.
 *
 * <p>Read {@link dev.countersign.verify.Verifier} first: it is the order of the checks. Everything
 * here treats its input as hostile. Nothing throws on it; each malformed thing has a reason code.
 */
package dev.countersign.verify;
