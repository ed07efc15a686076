package com.example.bench;

/** Loads generated classes and prints how many nanoseconds that took. */
public final class Loading {

  /** The names of the generated classes, from 0. */
  public static String name(int number) {
    return "com.example.generated.p" + number / 100 + ".C" + number;
  }

  public static void main(String[] arguments) throws Exception {
    int count = Integer.parseInt(arguments[0]);
    long began = System.nanoTime();
    for (int i = 0; i < count; i++) {
      Class.forName(name(i));
    }
    System.out.println(System.nanoTime() - began);
  }

  private Loading() {}
}
