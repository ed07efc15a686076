/**
 * Apache HttpClient 4.5 and 5, blocking (spec 1.3, {@code send}). Read {@link
 * dev.countersign.sink.http.apache.ApacheSinks} first: it is the table of what is woven and why
 * there.
 */
package dev.countersign.sink.http.apache;
