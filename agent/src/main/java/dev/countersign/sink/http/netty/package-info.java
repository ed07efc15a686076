/**
 * Clients on Netty (spec 1.3, {@code send}): Reactor Netty, and with it Spring's WebClient, and
 * whatever else writes requests through Netty's own codecs. Read {@link
 * dev.countersign.sink.http.netty.NettySinks} first: it is the table of what is woven and why
 * there.
 */
package dev.countersign.sink.http.netty;
