package com.example.acts.http;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tools of an application that send by Spring: {@code ACT:FACTORY WAY}. */
public final class SpringActs {

  private static final Pattern BOUNDARY = Pattern.compile("boundary=\"?([^\";\r\n]+)");
  private static final Wire OTHER = Wire.open();
  private static final Wire WIRE = Wire.answering(SpringActs::answer);

  /** Shows every byte of the request; the boundary of a multipart body is another each time. */
  private static String answer(Wire.Request request) {
    String all = request.head() + request.body();
    Matcher boundary = BOUNDARY.matcher(all);
    if (boundary.find()) {
      all = all.replace(boundary.group(1), "BOUNDARY").replaceAll("Content-Length: 2..", "LONG");
    }
    all = all.replace(Integer.toString(WIRE.port()), "PORT");
    System.out.println("came " + all.replace("\r", "\\r").replace("\n", "\\n"));
    return request.path().equals("/found")
        ? Wire.status("302 Found", "Location: " + OTHER.url("/there"))
        : Wire.ok("done");
  }

  private static String way(String[] act) {
    String[] parts = act[0].split(" ");
    SpringWays.use(parts[0]);
    return "SpringWays." + parts[1];
  }

  static void post(String[] act) throws Exception {
    Net.post(WIRE.url("/here"), "good", way(act));
  }

  static void order(String[] act) throws Exception {
    Net.order(WIRE.url("/here"), 5, way(act));
  }

  static void form(String[] act) throws Exception {
    SpringTools.form(WIRE.url("/here"), "good", way(act));
  }

  static void upload(String[] act) throws Exception {
    Net.upload(WIRE.url("/here"), "good", way(act));
  }

  static void found(String[] act) throws Exception {
    Net.get(WIRE.url("/found"), way(act));
  }

  /** Outside any tool. */
  static void elsewhere(String[] act) throws Exception {
    Net.send(WIRE.url("/elsewhere"), "good", way(act));
  }

  private SpringActs() {}
}
