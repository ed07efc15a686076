package com.example.acts.http;

import org.apache.http.client.fluent.Request;

/** Where somebody looks at a fluent request of Apache HttpClient 4 before it is sent. */
final class FluentDesk {

  static void approve(Request request) {
    System.out.println("approved " + (request != null));
  }

  private FluentDesk() {}
}
