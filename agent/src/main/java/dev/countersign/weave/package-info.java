/**
 * Puts the gate around methods, and keeps it there: classes are matched by exact name, or by the
 * patterns of the configuration; what other agents make of a woven class is taken only where every
 * gate stays.
 *
 * <p>Read {@link dev.countersign.weave.Weaver} first, then {@link dev.countersign.weave.Site}: what
 * a sink asks for. {@code GateVisitor} and {@code MethodGate} write the instructions, {@code
 * Dispatch} is what they call.
 */
package dev.countersign.weave;
