package com.example.bench;

/** Calls a bound tool as often as its argument says, to fill books. */
public final class Calls {

  public static void main(String[] arguments) {
    Desk desk = new Desk();
    long sum = 0;
    for (int i = Integer.parseInt(arguments[0]); i > 0; i--) {
      sum += desk.refund("A-" + i, i);
    }
    System.out.println(sum);
  }

  private Calls() {}
}
