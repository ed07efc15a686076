package com.example.acts.http;

import org.eclipse.jetty.client.Request;

/** Where somebody looks at a request of Jetty before it is sent. */
final class JettyDesk {

  static void approve(Request request) {
    System.out.println("approved " + request.getMethod());
  }

  private JettyDesk() {}
}
