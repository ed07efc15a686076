package dev.countersign.sink.http.netty;

/**
 * What Reactor Netty is about to write on a channel.
 *
 * @param host of the URL that it was asked for; null where the application gave an address instead
 * @param port of it
 */
record Asked(Subscription subscription, boolean secure, String host, int port) {}
