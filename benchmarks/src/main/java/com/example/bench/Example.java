package com.example.bench;

/**
 * An example of this repository as it is, whose main class the property {@code bench.main} names.
 */
public final class Example {

  public static void main(String[] arguments) throws Exception {
    run(arguments);
    Peak.write();
  }

  static void run(String[] arguments) throws ReflectiveOperationException {
    Class.forName(System.getProperty("bench.main"))
        .getMethod("main", String[].class)
        .invoke(null, (Object) arguments);
  }

  private Example() {}
}
