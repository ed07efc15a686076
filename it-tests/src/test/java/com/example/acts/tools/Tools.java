package com.example.acts.tools;

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

  String fail(String message) {
    throw new IllegalStateException(message);
  }

  Object later(String how) {
    return Results.of(how, () -> "done");
  }

  /** Overrides a bound method and calls it. */
  static class Careful extends Tools {
    @Override
    String create(String id, long cents) {
      ran("careful");
      return super.create(id, cents);
    }
  }

  /** Overrides what overrides. */
  static final class MoreCareful extends Careful {
    @Override
    String create(String id, long cents) {
      return super.create(id, cents);
    }
  }

  /** Calls it with something else. */
  static final class Careless extends Tools {
    @Override
    String create(String id, long cents) {
      return super.create(id, cents + 1);
    }
  }

  /** Tries again, whatever came of it. */
  static final class Persistent extends Tools {
    @Override
    String create(String id, long cents) {
      super.create(id, cents);
      return super.create(id, cents);
    }
  }

  /** Its {@code handle} is inherited, and reached through a bridge of its own superclass. */
  static final class Inheriting extends Tools {}
}
