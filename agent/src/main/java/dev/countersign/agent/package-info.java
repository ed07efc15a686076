/**
 * Start-up: from {@code premain} to a JVM whose effects are bound, or one that did not start.
 *
 * <p>{@link dev.countersign.agent.CountersignAgent}, {@link dev.countersign.agent.Main}, {@link
 * dev.countersign.agent.AgentJar}, {@link dev.countersign.agent.AgentClassLoader} and {@link
 * dev.countersign.agent.StoredClasses} are the only classes of the agent, besides the gate, that an
 * application's class loaders can see. They use nothing but {@code java.base}. Everything else lies
 * in three archives in the jar and is defined by {@code AgentClassLoader}.
 */
package dev.countersign.agent;
