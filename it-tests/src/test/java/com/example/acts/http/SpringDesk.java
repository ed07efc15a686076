package com.example.acts.http;

import org.springframework.http.RequestEntity;

/** Where somebody looks at a request of Spring before it is sent. */
final class SpringDesk {

  static void approve(RequestEntity<?> request) {
    System.out.println("approved " + request.getMethod());
  }

  private SpringDesk() {}
}
