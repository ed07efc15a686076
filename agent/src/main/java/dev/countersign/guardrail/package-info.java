/**
 * Layered rules and guardrail sentences (spec 3.1): from the text of a judging object to a verdict
 * over an intent. Pure values; nothing here knows of configuration files, bytecode or the books.
 *
 * <p>A stranger's way in is {@link dev.countersign.guardrail.Cascade}. The grammar of the sentences
 * is in docs/policy.md.
 */
package dev.countersign.guardrail;
