/**
 * From a resolution to its effects: call scopes, previews, single use, and which preview a sink
 * sees (spec 1.6).
 *
 * <p>{@link dev.countersign.scope.Effects} is the one entrance. A framework hook or a configured
 * method calls {@link dev.countersign.scope.Effects#resolve}, a sink calls {@link
 * dev.countersign.scope.Effects#commit} or {@link dev.countersign.scope.Effects#enterBody}; both
 * get a {@link dev.countersign.scope.Firing}, through which the outcome is written. Whatever fails
 * on the way is a refusal in {@code enforce}.
 */
package dev.countersign.scope;
