/**
 * What the presets of all frameworks share: the frames in which requests are not judged (spec 5.5).
 */
package dev.countersign.framework;
