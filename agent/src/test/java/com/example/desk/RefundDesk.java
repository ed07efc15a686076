package com.example.desk;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** An application that pays orders back as it is told, line by line: {@code ORDER AMOUNT}. */
public final class RefundDesk {

  private RefundDesk() {}

  /** Answers each line with one. */
  public static void main(String[] args) throws Exception {
    BufferedReader asked =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = asked.readLine(); line != null; line = asked.readLine()) {
      int space = line.indexOf(' ');
      String order = line.substring(0, space);
      long amount = Long.parseLong(line.substring(space + 1));
      try {
        System.out.println(refund(order, amount));
      } catch (SecurityException refused) {
        System.out.println(refused.getMessage());
      }
    }
  }

  private static String refund(String order, long amount) throws IOException, InterruptedException {
    new ProcessBuilder("touch", order).start().waitFor();
    return "refunded " + amount + " of " + order;
  }
}
