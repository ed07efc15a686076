package com.example.acts.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** Tools that send to a name, and what the name comes to mean. */
public final class AddressActs {

  private static final Path HOSTS = Path.of("hosts");
  private static final String GOOD = "127.0.0.1";
  private static final String EVIL = "127.0.0.2";

  private static final Wire WIRE = Wire.open();

  static {
    try {
      Wire.at(EVIL, WIRE.port(), request -> Wire.ok("evil"));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static String url(String host) {
    return "http://" + host + ':' + WIRE.port() + "/here";
  }

  /** From here on, names mean that. */
  private static void mean(Map<String, String> names) throws IOException {
    StringBuilder lines = new StringBuilder();
    new TreeMap<>(names)
        .forEach(
            (name, addresses) -> {
              for (String address : addresses.split(" ")) {
                lines.append(address).append(' ').append(name).append('\n');
              }
            });
    Files.writeString(HOSTS, lines);
  }

  private static final Map<String, String> HONEST =
      Map.of(
          "good.test", GOOD,
          "listed.test", GOOD,
          "moved.test", GOOD,
          "many.test", GOOD + " " + EVIL);

  /** A tool asks {@code host} in the way that is named. */
  private static void ask(String host, String way) throws Exception {
    mean(HONEST);
    Net.post(url(host), "good", way);
  }

  static void honest(String[] way) throws Exception {
    ask("good.test", way[0]);
  }

  static void many(String[] way) throws Exception {
    ask("many.test", way[0]);
  }

  static void listed(String[] way) throws Exception {
    ask("listed.test", way[0]);
  }

  static void literal(String[] way) throws Exception {
    ask(GOOD, way[0]);
  }

  static void mapped(String[] way) throws Exception {
    ask("[::ffff:7f00:1]", way[0]);
  }

  static void localhost(String[] way) throws Exception {
    ask("localhost", way[0]);
  }

  /** The same of a host that nobody has a connection to. */
  static void moved(String[] way) throws Exception {
    mean(HONEST);
    Net.post(url("moved.test"), "good", "AddressActs$Rebound." + way[0].replace('.', '_'));
    mean(HONEST);
  }

  /** The name means something else when the request is sent. */
  static void rebound(String[] way) throws Exception {
    ask("good.test", "AddressActs$Rebound." + way[0].replace('.', '_'));
    mean(HONEST);
  }

  /** What {@link #move} changes, before and behind. */
  private static final String MOVING = "moving.test";

  /** A host whose name means something else when the way has called {@link #move}. */
  static void moving(String[] way) throws Exception {
    mean(Map.of(MOVING, GOOD));
    Net.post(url(MOVING), "good", way[0]);
    mean(HONEST);
  }

  static void move() throws IOException {
    mean(Map.of(MOVING, EVIL));
  }

  /** The same on HTTP/2, whose server has one address: the name comes to mean that one. */
  static void moving2(String[] way) throws Exception {
    mean(Map.of(MOVING, EVIL));
    Net.post(H2Desk.url("/here").replace(GOOD, MOVING), "good", way[0]);
    mean(HONEST);
  }

  static void moveHome() throws IOException {
    mean(Map.of(MOVING, GOOD));
  }

  static void honest2(String[] way) throws Exception {
    mean(HONEST);
    Net.post(H2Desk.url("/here").replace(GOOD, "good.test"), "good", way[0]);
  }

  static void listed2(String[] way) throws Exception {
    mean(HONEST);
    Net.post(H2Desk.url("/here").replace(GOOD, "listed.test"), "good", way[0]);
  }

  /** Tool bodies during which the name comes to mean something else. */
  static final class Rebound {

    private static void rebind() throws IOException {
      mean(Map.of("good.test", EVIL, "moved.test", EVIL));
    }

    static void AsyncWays_honest(String url, String text) throws Exception {
      rebind();
      AsyncWays.honest(url, text);
    }

    static void Async4Ways_honest(String url, String text) throws Exception {
      rebind();
      Async4Ways.honest(url, text);
    }

    static void JdkWays_honest(String url, String text) throws Exception {
      rebind();
      JdkWays.honest(url, text);
    }

    static void UrlWays_honest(String url, String text) throws Exception {
      rebind();
      UrlWays.honest(url, text);
    }

    static void UrlWays_chunked(String url, String text) throws Exception {
      rebind();
      UrlWays.chunked(url, text);
    }

    private Rebound() {}
  }

  /** OkHttp with a resolver of its own. */
  static final class Resolving {

    static void honest(String url, String text) throws IOException {
      send(GOOD, url, text);
    }

    static void elsewhere(String url, String text) throws IOException {
      send(EVIL, url, text);
    }

    private static void send(String address, String url, String text) throws IOException {
      OkHttpClient client =
          new OkHttpClient.Builder().dns(name -> List.of(InetAddress.getByName(address))).build();
      send(client, url, text);
    }

    private static void send(OkHttpClient client, String url, String text) throws IOException {
      Request request =
          new Request.Builder()
              .url(url)
              .post(RequestBody.create(null, text.getBytes(StandardCharsets.UTF_8)))
              .build();
      try (Response response = client.newCall(request).execute()) {
        System.out.println("status " + response.code() + " " + response.body().string());
      }
    }

    private static final String[] ADDRESS = {EVIL};
    private static final OkHttpClient POOLED =
        new OkHttpClient.Builder()
            .connectionPool(new ConnectionPool(1, 1, TimeUnit.MINUTES))
            .dns(name -> List.of(InetAddress.getByName(ADDRESS[0])))
            .build();

    static void pooled(String url, String text) throws IOException {
      ADDRESS[0] = GOOD;
      send(POOLED, url, text);
    }

    private Resolving() {}
  }

  /** The connection stands since before the tool was called, and goes elsewhere. */
  static void pooled() throws Exception {
    mean(HONEST);
    Request first = new Request.Builder().url(url("good.test").replace("/here", "/open")).build();
    try (Response response = Resolving.POOLED.newCall(first).execute()) {
      response.body().string();
    }
    Net.post(url("good.test"), "good", "AddressActs$Resolving.pooled");
  }

  private AddressActs() {}
}
