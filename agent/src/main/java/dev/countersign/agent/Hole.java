package dev.countersign.agent;

/**
 * Something that this JVM's protection does not cover: one line at start, one line in the start
 * record.
 *
 * @param code stable short name, for example {@code exec.native}
 * @param text what is not covered, and what follows from that
 */
public record Hole(String code, String text) {}
