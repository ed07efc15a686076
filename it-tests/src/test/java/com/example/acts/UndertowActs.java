package com.example.acts;

import io.undertow.Undertow;
import io.undertow.server.HttpHandler;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URL;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.xnio.XnioExecutor;

/** An application on Undertow, with one thread for connections and one for what takes time. */
public final class UndertowActs {

  /** A request is served by a thread that a tool started. */
  static void request() throws Exception {
    CompletableFuture<Object> ended = new CompletableFuture<>();
    Undertow server = started(onWorker(() -> ended.complete(Afterwards.touched("fired"))));
    try {
      Afterwards.tool(() -> server.getWorker().execute(() -> {}));
      get(server);
      Afterwards.rethrown(ended);
    } finally {
      server.stop();
    }
  }

  /** A tool that is called for one request, and what its thread does for the next. */
  static void requests() throws Exception {
    CompletableFuture<Object> first = new CompletableFuture<>();
    CompletableFuture<Object> second = new CompletableFuture<>();
    Undertow server =
        started(
            onWorker(
                () -> {
                  if (first.isDone()) {
                    second.complete(Afterwards.touched("fired"));
                  } else {
                    first.complete(called());
                  }
                }));
    try {
      get(server);
      Afterwards.rethrown(first);
      get(server);
      Afterwards.rethrown(second);
    } finally {
      server.stop();
    }
  }

  private static Object called() {
    try {
      Afterwards.tool(() -> {});
      return "called";
    } catch (RuntimeException refused) {
      return refused;
    } catch (Exception failed) {
      return new IllegalStateException(failed);
    }
  }

  /** A request is served by a thread of a server that a tool started. */
  static void server() throws Exception {
    CompletableFuture<Object> ended = new CompletableFuture<>();
    CompletableFuture<Undertow> server = new CompletableFuture<>();
    Afterwards.tool(
        () -> server.complete(started(exchange -> ended.complete(Afterwards.touched("fired")))));
    try {
      get(server.join());
      Afterwards.rethrown(ended);
    } finally {
      server.join().stop();
    }
  }

  /** A task of the tool's on the thread for connections, at once, later or again and again. */
  static void own(String[] kind) throws Exception {
    Undertow server = started(exchange -> {});
    try {
      XnioExecutor thread = server.getWorker().getIoThread();
      String file = kind[0].startsWith("changed") ? "fired" : "judged";
      if (kind[0].endsWith("Later")) {
        Afterwards.own(file, task -> thread.executeAfter(task, 1, TimeUnit.MILLISECONDS));
      } else if (kind[0].endsWith("AtOnce")) {
        Afterwards.own(file, task -> thread.executeAfter(task, 0, TimeUnit.MILLISECONDS));
      } else {
        Afterwards.own(file, thread::execute);
      }
    } finally {
      server.stop();
    }
  }

  private static HttpHandler onWorker(Runnable task) {
    return exchange -> exchange.dispatch(server -> task.run());
  }

  private static Undertow started(HttpHandler handler) {
    Undertow server =
        Undertow.builder()
            .addHttpListener(0, "localhost")
            .setIoThreads(1)
            .setWorkerThreads(1)
            .setHandler(handler)
            .build();
    server.start();
    return server;
  }

  private static void get(Undertow server) throws IOException {
    InetSocketAddress at = (InetSocketAddress) server.getListenerInfo().get(0).getAddress();
    try (InputStream body =
        new URL("http://localhost:" + at.getPort() + "/").openConnection().getInputStream()) {
      body.readAllBytes();
    }
  }

  private UndertowActs() {}
}
