package com.example.bench;

/** A tool that does nothing: a call of it costs what binding it costs. */
public class Desk {

  private long last;

  /** The bound method. */
  public long refund(String order, long cents) {
    last = cents;
    return last;
  }
}
