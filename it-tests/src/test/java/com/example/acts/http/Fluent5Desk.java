package com.example.acts.http;

import org.apache.hc.client5.http.fluent.Request;

/** Where somebody looks at a fluent request of Apache HttpClient 5 before it is sent. */
final class Fluent5Desk {

  static void approve(Request request) {
    System.out.println("approved " + (request != null));
  }

  private Fluent5Desk() {}
}
