/**
 * What attaching costs, by one command; docs/benchmarks.md says how to run and read it.
 *
 * <p>{@link dev.countersign.bench.Benchmarks} runs the parts, prints the table, writes the JSON
 * file and, at the very end, fails where {@link dev.countersign.bench.Limits} does not hold.
 */
package dev.countersign.bench;
