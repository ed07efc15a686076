package dev.countersign.learn;

import java.util.List;
import java.util.Map;

/**
 * One entry of {@code effects} or {@code ambient} that would bind what was learned.
 *
 * @param tool null for what happened outside tools
 * @param verb {@code exec} or {@code send}
 * @param template what stands under it: a JSON value
 * @param each {@code args.items}; null for none
 * @param times how often; 0 = any, 1 = once
 * @param samples effects that it covers
 * @param calls different calls among them: other arguments, or another run; 1000 stands for more
 * @param runs JVMs among them
 * @param withheld why it must not be used before somebody looked; empty = nothing speaks against it
 * @param notes what it lets happen beyond what was seen, and what is not certain
 * @param explained where each of its values comes from
 */
public record Suggestion(
    String tool,
    String verb,
    Map<String, Object> template,
    String each,
    int times,
    long samples,
    int calls,
    int runs,
    List<String> withheld,
    List<String> notes,
    List<String> explained) {}
