package com.example.acts.http;

import java.net.http.HttpRequest;

/** Where somebody looks at a request before it is sent. */
final class ApprovalDesk {

  static void approve(HttpRequest request) {
    System.out.println("approved " + request.method());
  }

  private ApprovalDesk() {}
}
