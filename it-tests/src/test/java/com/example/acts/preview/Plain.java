package com.example.acts.preview;

/** Tools without a preview of their own. */
public final class Plain {

  String declared(String name) throws Exception {
    int exit = new ProcessBuilder("truncate", "--size=0", name).start().waitFor();
    System.out.println("ran declared " + exit);
    return name;
  }

  String undeclared(String name) {
    System.out.println("ran undeclared");
    return name;
  }

  String pay(String id) {
    System.out.println("ran pay");
    return id;
  }
}
