package com.example.bench;

/** Does nothing. */
public final class Empty {

  public static void main(String[] arguments) throws Exception {
    Peak.write();
  }

  private Empty() {}
}
