package com.example.acts.apps;

import com.example.acts.Act;

/** A tool that uses the method of another tool as a helper, which the model calls as well. */
public final class ComposedToolsApp {

  public static void main(String[] arguments) throws Exception {
    Act.perform(ComposedToolsApp.class, arguments);
  }

  static void application() throws Exception {
    Site site = new Site();
    System.out.println(Desk.call("render", "{\"page\": \"first\"}", () -> site.render("first")));
    System.out.println(
        Desk.call(
            "publish",
            "{\"pages\": [\"judged\", \"second\"]}",
            () -> site.publish(java.util.List.of("judged", "second"))));
    System.out.println(Desk.call("render", "{\"page\": \"third\"}", () -> site.render("third")));
    Desk.attack(
        "publish", "{\"pages\": [\"asked\"]}", () -> site.publish(java.util.List.of("asked")));
  }

  /** The tools. */
  static final class Site {

    int render(String page) throws Exception {
      return Desk.run("touch", page);
    }

    String publish(java.util.List<String> pages) throws Exception {
      int failed = 0;
      for (String page : pages) {
        failed += render(page);
      }
      return "published " + pages.size() + ", failed " + (failed + Desk.run("true"));
    }
  }

  private ComposedToolsApp() {}
}
