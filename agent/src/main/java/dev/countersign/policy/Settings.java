package dev.countersign.policy;

import java.time.Duration;
import java.util.Map;

/**
 * What a machine says about its policy (spec 5.9); it only ever tightens.
 *
 * @param location what messages call the source
 * @param tree whether the source is the tree of documents; else it is one bundle
 * @param trusted the envelope of the root that somebody put here; null for an unsigned source
 * @param name what judges has to have this name
 * @param least version that is accepted
 * @param enforce whether the machine asks for {@code enforce}
 * @param agentVersion {@code 1.2.3}, with whatever behind it
 * @param labels by which a rollout selects
 */
public record Settings(
    String location,
    boolean tree,
    byte[] trusted,
    String name,
    long least,
    boolean enforce,
    boolean refuseOnRollback,
    boolean refuseOnTamper,
    boolean refuseOnStale,
    Duration staleGrace,
    long maxJump,
    String agentVersion,
    Map<String, String> labels) {}
