package dev.countersign.config;

/**
 * Where a rule stands in the file.
 *
 * @param line from 1
 * @param column from 1, in code points
 * @param path the key path, for example {@code tools[0].effects[1]}
 */
public record Position(int line, int column, String path) {}
