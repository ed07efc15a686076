package dev.countersign.config;

import dev.countersign.effect.template.Extractor;

/**
 * Where a bound method carries an HTTP request ({@code bind[].send}, spec 5.3).
 *
 * @param request a request of a client that is known: {@code java.net.http.HttpRequest}
 */
public record SendBind(Extractor request) {}
