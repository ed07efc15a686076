/**
 * What a call would change, and whether it would be allowed, without making it (spec 4): the JSON
 * of changes, previews and preflights, and the dry judgment.
 */
package dev.countersign.preview;
