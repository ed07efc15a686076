package com.example.acts;

/** Nothing that is an effect. */
public final class HelloActs {

  public static void main(String[] arguments) throws Exception {
    Act.perform(HelloActs.class, arguments);
  }

  static void hello() {
    System.out.println("hello");
  }

  static void fails() {
    throw new IllegalStateException("as the application meant it");
  }

  private HelloActs() {}
}
