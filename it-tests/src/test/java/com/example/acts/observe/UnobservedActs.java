package com.example.acts.observe;

import com.example.acts.Act;

/** An application that nobody watches, and that names no class which would be loaded for it. */
public final class UnobservedActs {

  public static void main(String[] arguments) throws Exception {
    Act.perform(UnobservedActs.class, arguments);
  }

  /** A tool of the application. */
  static String search(String query) {
    return query;
  }

  static void unobserved() {
    search("x");
    System.out.println("done");
  }

  private UnobservedActs() {}
}
