package com.example.acts.http;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tools that send requests, in ways that {@link Net#send} finds, to a server that says the names of
 * the headers that reached it: {@code headers content-length host traceparent}.
 */
public final class BesideActs {

  private static final Wire OTHER = Wire.answering(BesideActs::answer);
  private static final AtomicInteger ASKED = new AtomicInteger();
  private static final Wire DROPPING =
      Wire.answering(request -> ASKED.getAndIncrement() == 0 ? Wire.DROP : Wire.ok("done"));
  private static final Wire ELSEWHERE = Wire.answering(BesideActs::answer);
  private static final Wire WIRE = Wire.answering(BesideActs::answer);

  private static String answer(Wire.Request request) {
    List<String> names = new ArrayList<>();
    for (String line : request.head().split("\r\n")) {
      int colon = line.indexOf(": ");
      if (colon > 0 && !line.equals(request.line())) {
        names.add(line.substring(0, colon).toLowerCase(Locale.ROOT));
      }
    }
    Collections.sort(names);
    System.out.println("headers " + String.join(" ", names));
    return request.path().equals("/on")
        ? Wire.status("307 On", "Location: " + OTHER.url("/there"))
        : Wire.ok("done");
  }

  static void post(String[] way) throws Exception {
    Net.post(WIRE.url("/here"), "good", way[0]);
  }

  static void get(String[] way) throws Exception {
    Net.get(WIRE.url("/here"), way[0]);
  }

  /** Whose tool names a header, so that a credential that it does not name differs. */
  static void strict(String[] way) throws Exception {
    Net.strict(WIRE.url("/here"), "good", way[0]);
  }

  static void order(String[] way) throws Exception {
    Net.order(WIRE.url("/here"), 5, way[0]);
  }

  static void followed(String[] way) throws Exception {
    Net.follow(WIRE.url("/on"), "good", OTHER.url("/there"), way[0]);
  }

  static void sentOn(String[] way) throws Exception {
    Net.post(WIRE.url("/on"), "good", way[0]);
  }

  /** The server closes a new connection instead of answering, the first time. */
  static void dropped(String[] way) throws Exception {
    Net.post(DROPPING.url("/drop"), "good", way[0]);
  }

  static void idle(String[] way) throws Exception {
    Net.idle(WIRE.url("/here"), way[0]);
  }

  /** Outside any tool, at a place that no tool asks. */
  static void elsewhere(String[] way) throws Exception {
    Net.send(ELSEWHERE.url("/elsewhere"), "good", way[0]);
  }

  private BesideActs() {}
}
