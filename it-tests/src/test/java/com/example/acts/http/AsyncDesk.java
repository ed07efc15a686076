package com.example.acts.http;

import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;

/** Where somebody looks at a request of Apache HttpClient 5 async before it is sent. */
final class AsyncDesk {

  static void approve(SimpleHttpRequest request) {
    System.out.println("approved " + request.getMethod());
  }

  private AsyncDesk() {}
}
