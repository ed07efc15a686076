package com.example.acts.http;

import org.springframework.web.reactive.function.client.ClientRequest;

/** Where somebody looks at a request of WebClient before it is sent. */
final class ReactorDesk {

  static void approve(ClientRequest request) {
    System.out.println("approved " + request.method());
  }

  private ReactorDesk() {}
}
