package com.example.acts.policy;

import java.util.List;
import java.util.Map;

/** An application that knows for whom it acts. */
final class Session {

  /** A user as applications have them. */
  record User(String principal, String role, String orgUnit, List<String> scopes, int age) {}

  private static final ThreadLocal<Object> CURRENT = new ThreadLocal<>();

  /** What the next call of {@link #user} returns on this thread, or throws. */
  static void is(Object user) {
    CURRENT.set(user);
  }

  /** The identity method. */
  static Object user() {
    if (CURRENT.get() instanceof RuntimeException failure) {
      throw failure;
    }
    return CURRENT.get();
  }

  static User clerk() {
    return new User("anna", "clerk", "sales", List.of("refunds"), 41);
  }

  static Map<String, Object> trainee() {
    return Map.of("principal", "ben", "role", "trainee");
  }

  private Session() {}
}
