/**
 * What the configuration in force says about a request: which entry names a tool, what that tool
 * may do, and what happens to the rest. Pure and immutable; one {@link dev.countersign.judge.Judge}
 * is one judging object (spec 3.1).
 */
package dev.countersign.judge;
