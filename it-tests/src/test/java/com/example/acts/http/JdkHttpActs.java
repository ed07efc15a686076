package com.example.acts.http;

/** Tools of an application that send requests with {@code java.net.http.HttpClient}. */
public final class JdkHttpActs {

  private static final Wire OTHER = Wire.open();
  private static final Wire WIRE = Wire.answering(JdkHttpActs::answer);

  static {
    Net.ways = JdkWays.class;
  }

  private static String answer(Wire.Request request) {
    if (request.path().startsWith("/on")) {
      return Wire.status("307 On", "Location: " + OTHER.url("/there"));
    }
    return Wire.ok("done");
  }

  /** The tool {@code post}, whose body sends in that way. */
  static void post(String[] way) throws Exception {
    Net.post(WIRE.url("/here"), "good", way[0]);
  }

  static void get(String[] way) throws Exception {
    Net.get(WIRE.url("/here"), way[0]);
  }

  static void strict(String[] way) throws Exception {
    Net.strict(WIRE.url("/here"), "good", way[0]);
  }

  static void order(String[] way) throws Exception {
    Net.order(WIRE.url("/here"), 5, way[0]);
  }

  static void sentOn(String[] way) throws Exception {
    Net.post(WIRE.url("/on"), "good", way[0]);
  }

  static void followed(String[] way) throws Exception {
    Net.follow(WIRE.url("/on"), "good", OTHER.url("/there"), way[0]);
  }

  static void idle(String[] way) throws Exception {
    Net.idle(WIRE.url("/here"), way[0]);
  }

  static void elsewhere(String[] way) throws Exception {
    Net.send(Wire.open().url("/elsewhere"), "good", way[0]);
  }

  private JdkHttpActs() {}
}
