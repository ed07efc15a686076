package com.example.acts.tools;

import java.util.Map;

/** Tool methods of every shape that Java has. */
public class Tools implements Handler<String>, Greeting {

  /** What tells whether a body ran. */
  public static void ran(String what) {
    System.out.println("ran " + what);
  }

  String create(String id, long cents) {
    ran("create " + id + " " + cents);
    return id;
  }

  String run(String value) {
    ran("run text " + value);
    return value;
  }

  String run(Object value) {
    ran("run object " + value);
    return String.valueOf(value);
  }

  @Override
  public Object handle(String value) {
    ran("handle " + value);
    return value;
  }

  String join(String... parts) {
    ran("join " + String.join("+", parts));
    return String.join("+", parts);
  }

  static int twice(int value) {
    ran("twice " + value);
    return 2 * value;
  }

  synchronized void hold(String value) {
    ran("hold " + value + " " + Thread.holdsLock(this));
  }

  long factorial(long n) {
    ran("factorial " + n);
    return n <= 1 ? 1 : n * factorial(n - 1);
  }

  String merge(Map<String, Object> values) {
    ran("merge " + new java.util.TreeMap<>(values));
    return values.toString();
  }

  String fail(String message) {
    throw new IllegalStateException(message);
  }

  Object later(String how) {
    return Later.of(how);
  }

  /** Overrides a bound method and calls it. */
  static final class Careful extends Tools {
    @Override
    String create(String id, long cents) {
      ran("careful");
      return super.create(id, cents);
    }
  }
}
