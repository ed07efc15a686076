/**
 * Tool definitions, pinned at their first use (spec 1.4, 5.2): what a definition is, where the pins
 * are kept, and whether a definition is still the one that was pinned.
 */
package dev.countersign.pin;
