package com.example.acts.http;

import com.example.acts.Act;

/** Tools of an application that send requests with {@code java.net.http.HttpClient}. */
public final class JdkHttpActs {

  private static Wire wire;
  private static Wire other;

  public static void main(String[] acts) throws Exception {
    Net.ways = JdkWays.class;
    try (Wire here = Wire.answering(JdkHttpActs::answer);
        Wire there = Wire.open()) {
      wire = here;
      other = there;
      Act.performEach(JdkHttpActs.class, acts);
    }
  }

  private static String answer(Wire.Request request) {
    if (request.path().startsWith("/on")) {
      return Wire.status("307 On", "Location: " + other.url("/there"));
    }
    return Wire.ok("done");
  }

  /** The tool {@code post}, whose body sends in that way. */
  static void post(String[] way) throws Exception {
    Net.post(wire.url("/here"), "good", way[0]);
  }

  static void get(String[] way) throws Exception {
    Net.get(wire.url("/here"), way[0]);
  }

  static void strict(String[] way) throws Exception {
    Net.strict(wire.url("/here"), "good", way[0]);
  }

  static void order(String[] way) throws Exception {
    Net.order(wire.url("/here"), 5, way[0]);
  }

  static void sentOn(String[] way) throws Exception {
    Net.post(wire.url("/on"), "good", way[0]);
  }

  static void followed(String[] way) throws Exception {
    Net.follow(wire.url("/on"), "good", other.url("/there"), way[0]);
  }

  static void idle(String[] way) throws Exception {
    Net.idle(wire.url("/here"), way[0]);
  }

  static void elsewhere(String[] way) throws Exception {
    Net.send(Wire.open().url("/elsewhere"), "good", way[0]);
  }

  private JdkHttpActs() {}
}
