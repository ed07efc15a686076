package com.example.acts.http;

import org.apache.hc.core5.http.nio.AsyncRequestProducer;

/** Where somebody looks at what Apache HttpClient 5 async is to send before it is sent. */
final class ProducerDesk {

  static void approve(AsyncRequestProducer request) {
    System.out.println("approved " + request.isRepeatable());
  }

  private ProducerDesk() {}
}
