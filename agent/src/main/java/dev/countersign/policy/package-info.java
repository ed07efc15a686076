/**
 * Policy documents and what is kept of them (spec 3.1 to 3.3): formats, signatures, sources, the
 * high-water mark, and the judging objects that receipts are replayed with.
 */
package dev.countersign.policy;
