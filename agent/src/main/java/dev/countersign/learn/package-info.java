/**
 * Learning what to bind (spec 5.8): {@link dev.countersign.learn.Learning} keeps what an observed
 * application did, {@link dev.countersign.learn.Suggestions} makes templates of it.
 */
package dev.countersign.learn;
