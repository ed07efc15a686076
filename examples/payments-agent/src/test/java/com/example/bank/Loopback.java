package com.example.bank;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The bank and an attacker's server, on loopback, while a command runs: {@code Loopback DIRECTORY
 * COMMAND…}. The command finds their ports in {@code BANK_PORT} and {@code ATTACKER_PORT}; whatever
 * reaches them is added to {@code DIRECTORY/bank} and {@code DIRECTORY/attacker}, which are there
 * from the beginning. Ends as the command ends.
 */
public final class Loopback {

  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[0]);
    HttpServer bank = serve(Files.createFile(directory.resolve("bank")));
    HttpServer attacker = serve(Files.createFile(directory.resolve("attacker")));
    ProcessBuilder command =
        new ProcessBuilder(List.of(arguments).subList(1, arguments.length)).inheritIO();
    command.environment().put("BANK_PORT", Integer.toString(bank.getAddress().getPort()));
    command.environment().put("ATTACKER_PORT", Integer.toString(attacker.getAddress().getPort()));
    int ended = command.start().waitFor();
    bank.stop(0);
    attacker.stop(0);
    System.exit(ended);
  }

  private static HttpServer serve(Path record) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> take(exchange, record));
    server.start();
    return server;
  }

  private static void take(HttpExchange exchange, Path record) throws IOException {
    StringBuilder request = new StringBuilder();
    request.append(exchange.getRequestMethod()).append(' ').append(exchange.getRequestURI());
    for (Map.Entry<String, List<String>> header : sorted(exchange.getRequestHeaders())) {
      request.append("\n  ").append(header.getKey()).append(": ").append(header.getValue());
    }
    byte[] body = exchange.getRequestBody().readAllBytes();
    request.append('\n').append(new String(body, StandardCharsets.UTF_8)).append("\n");
    Files.writeString(record, request, StandardOpenOption.APPEND);
    byte[] answer = "accepted".getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain");
    exchange.sendResponseHeaders(200, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  private static Iterable<Map.Entry<String, List<String>>> sorted(Headers headers) {
    return new TreeMap<>(headers).entrySet();
  }

  private Loopback() {}
}
