package com.example.acts.http;

import okhttp3.Request;

/** Where somebody looks at a request of OkHttp before it is sent. */
final class OkDesk {

  static void approve(Request request) {
    System.out.println("approved " + request.method());
  }

  private OkDesk() {}
}
