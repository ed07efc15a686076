/**
 * Jetty's client 10 to 12 (spec 1.3, {@code send}). Read {@link
 * dev.countersign.sink.http.jetty.JettySinks} first: it is the table of what is woven and why
 * there.
 */
package dev.countersign.sink.http.jetty;
