package com.example.bench;

/** Prints a line and starts one process. */
public final class Hello {

  public static void main(String[] arguments) throws Exception {
    System.out.println("hello");
    int exit = new ProcessBuilder("true").start().waitFor();
    Peak.write();
    System.exit(exit);
  }

  private Hello() {}
}
