package com.example.acts.patterns;

/** What tools of a bank implement; the pattern names this type and all below it. */
public interface Account<T> {

  Object pay(T to, long cents);

  default Object close(String reason) {
    return Accounts.ran("default close " + reason);
  }
}
