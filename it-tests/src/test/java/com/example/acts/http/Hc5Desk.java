package com.example.acts.http;

import org.apache.hc.core5.http.ClassicHttpRequest;

/** Where somebody looks at a request of Apache HttpClient 5 before it is sent. */
final class Hc5Desk {

  static void approve(ClassicHttpRequest request) {
    System.out.println("approved " + request.getMethod());
  }

  private Hc5Desk() {}
}
