/**
 * Signed policy that only moves forward (spec 3.2, 3.3): the documents and who may sign them, where
 * they come from, what is accepted, and what this machine remembers so that nothing goes back.
 */
package dev.countersign.policy;
