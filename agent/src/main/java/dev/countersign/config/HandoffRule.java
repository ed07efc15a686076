package dev.countersign.config;

/**
 * One entry of {@code handoff} (spec 5.9): a method that hands work on to a peer outside this JVM's
 * books. Each call of it is a hop, decided and recorded like an effect.
 *
 * @param method the bound method
 * @param peer who is handed the work, as the books name it
 * @param position for messages
 */
public record HandoffRule(MethodPattern method, String peer, Position position) {}
