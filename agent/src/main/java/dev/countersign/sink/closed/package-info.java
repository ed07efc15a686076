/**
 * What is closed while a preview of the application runs, beyond the sinks that are woven anyway
 * (spec 4). Read {@link dev.countersign.sink.closed.ClosedSites} first.
 */
package dev.countersign.sink.closed;
