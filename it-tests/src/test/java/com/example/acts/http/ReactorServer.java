package com.example.acts.http;

import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.LoopResources;

/**
 * A server of HTTP/2 on loopback, with prior knowledge and by upgrade. Says {@code ran METHOD PATH
 * BODY} for each request, before it answers.
 */
final class ReactorServer {

  private static final DisposableServer SERVER =
      HttpServer.create()
          .host("127.0.0.1")
          .port(0)
          .runOn(LoopResources.create("server", 1, true))
          .protocol(HttpProtocol.H2C, HttpProtocol.HTTP11)
          .httpRequestDecoder(decoder -> decoder.h2cMaxContentLength(1 << 10))
          .handle(
              (request, answer) ->
                  request
                      .receive()
                      .aggregate()
                      .asString()
                      .defaultIfEmpty("")
                      .flatMap(
                          body -> {
                            System.out.println(
                                "ran " + request.method() + " " + request.uri() + " " + body);
                            return answer.sendString(Mono.just("done")).then();
                          }))
          .bindNow();

  static String url(String path) {
    return "http://127.0.0.1:" + SERVER.port() + path;
  }

  private ReactorServer() {}
}
