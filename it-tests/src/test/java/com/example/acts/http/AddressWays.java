package com.example.acts.http;

import io.netty.buffer.Unpooled;
import io.netty.resolver.DefaultAddressResolverGroup;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.StringRequestContent;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import reactor.core.publisher.Mono;

/** Ways to send to a name, with clients that ask the JDK what it stands for. */
final class AddressWays {

  /** By Reactor Netty. */
  static final class Reactor {

    private static final reactor.netty.http.client.HttpClient CLIENT =
        reactor.netty.http.client.HttpClient.newConnection()
            .resolver(DefaultAddressResolverGroup.INSTANCE);

    static void honest(String url, String text) {
      System.out.println(
          CLIENT
              .post()
              .uri(url)
              .send(
                  Mono.fromSupplier(
                      () -> Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.UTF_8))))
              .responseSingle((answer, content) -> content.asString())
              .block());
    }

    static void moved(String url, String text) throws Exception {
      AddressActs.move();
      honest(url, text);
    }

    private Reactor() {}
  }

  /** By Jetty. */
  static final class Jetty {

    static void honest(String url, String text) throws Exception {
      send(new HttpClient(), url, text);
    }

    private static void send(HttpClient client, String url, String text) throws Exception {
      ContentResponse answer =
          JettyClients.started(client)
              .newRequest(URI.create(url))
              .method("POST")
              .body(new StringRequestContent("text/plain", text))
              .send();
      System.out.println("status " + answer.getStatus() + " " + answer.getContentAsString());
    }

    static void moved(String url, String text) throws Exception {
      AddressActs.move();
      honest(url, text);
    }

    /** On HTTP/2. */
    static void on2(String url, String text) throws Exception {
      send(new HttpClient(new HttpClientTransportOverHTTP2(new HTTP2Client())), url, text);
    }

    static void movedOn2(String url, String text) throws Exception {
      AddressActs.moveHome();
      on2(url, text);
    }

    private Jetty() {}
  }

  private AddressWays() {}
}
