package com.example.acts.http;

import org.apache.http.client.methods.HttpUriRequest;

/** Where somebody looks at a request of Apache HttpClient 4 before it is sent. */
final class HcDesk {

  static void approve(HttpUriRequest request) {
    System.out.println("approved " + request.getMethod());
  }

  private HcDesk() {}
}
