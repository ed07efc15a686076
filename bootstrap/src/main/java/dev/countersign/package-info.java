/**
 * What application code can see of Countersign: the exception that a refused effect throws, and
 * what a call would change (spec 4).
 *
 * <p>These classes are loaded by the bootstrap loader, so that JDK classes and every application
 * class loader share one identity of them. They depend on nothing but {@code java.base}.
 */
package dev.countersign;
