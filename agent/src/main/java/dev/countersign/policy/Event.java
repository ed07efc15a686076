package dev.countersign.policy;

import java.util.Map;

/**
 * Something that the books and the operator are to know.
 *
 * @param act the agent's act, for example {@code policy}
 * @param record what there is to say, a JSON value
 * @param line for standard error
 */
public record Event(String act, Map<String, Object> record, String line) {}
