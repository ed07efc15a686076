package com.example.acts.receipts;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** A shop's tools, its agents, and whom it hands work to. What happens leaves a file. */
class Shop {

  String refund(String order, long amount) throws IOException {
    Files.writeString(Path.of("refunded"), order + amount);
    return "refunded";
  }

  String archive(String name) throws Exception {
    return "touch ended with " + new ProcessBuilder("touch", name).start().waitFor();
  }

  /** Starts another process than the call is for. */
  String archiveElsewhere(String name) throws Exception {
    return "touch ended with " + new ProcessBuilder("touch", name + "-elsewhere").start().waitFor();
  }

  String shell(String script) throws Exception {
    return "sh ended with " + new ProcessBuilder("sh", "-c", script).start().waitFor();
  }

  String notifyCustomer(String url) throws Exception {
    HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
    return "status " + connection.getResponseCode();
  }

  Object research(Callable<?> work) throws Exception {
    return work.call();
  }

  Object sell(Callable<?> work) throws Exception {
    return work.call();
  }

  String charge(String order, long amount) throws IOException {
    Files.writeString(Path.of("charged"), order + amount);
    return "handed over";
  }

  CompletableFuture<String> chargeLater(String order) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            Files.writeString(Path.of("charged"), order);
          } catch (IOException failed) {
            throw new IllegalStateException(failed);
          }
          return "handed over";
        });
  }
}
