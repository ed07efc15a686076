package dev.countersign.config;

import java.util.List;

/**
 * Who acts ({@code actor}, spec 5.9). What is not configured is null.
 *
 * @param agent the agent's name in the books; default the bundle's name, never null
 * @param principal on whose behalf
 * @param clearance part of the member state
 * @param team part of the member state
 * @param orgUnit part of the member state
 * @param scopes part of the member state; never null
 * @param role part of the member state
 */
public record Actor(
    String agent,
    String principal,
    String clearance,
    String team,
    String orgUnit,
    List<String> scopes,
    String role) {}
