package com.example.acts.http;

import org.apache.http.nio.protocol.HttpAsyncRequestProducer;

/** Where somebody looks at what HttpAsyncClient 4.1 is to send before it is sent. */
final class Async4Desk {

  static void approve(HttpAsyncRequestProducer request) {
    System.out.println("approved " + request.isRepeatable());
  }

  private Async4Desk() {}
}
