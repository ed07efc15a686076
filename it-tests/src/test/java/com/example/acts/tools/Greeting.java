package com.example.acts.tools;

/** A tool with a body of its own. */
interface Greeting {
  default String greet(String name) {
    Tools.ran("greet " + name);
    return "hello " + name;
  }
}
