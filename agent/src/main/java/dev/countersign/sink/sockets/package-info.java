/**
 * Connections that no known client opens (spec 5.6, {@code unbound.sockets}). Read {@link
 * dev.countersign.sink.sockets.SocketSinks} first.
 */
package dev.countersign.sink.sockets;
