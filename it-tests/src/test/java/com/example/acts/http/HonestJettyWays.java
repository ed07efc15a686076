package com.example.acts.http;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.BasicAuthentication;
import org.eclipse.jetty.client.ByteBufferRequestContent;
import org.eclipse.jetty.client.FormRequestContent;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpProxy;
import org.eclipse.jetty.client.InputStreamRequestContent;
import org.eclipse.jetty.client.OutputStreamRequestContent;
import org.eclipse.jetty.client.PathRequestContent;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.StringRequestContent;
import org.eclipse.jetty.util.Fields;

/** What applications do with Jetty's client, and what they see of it, in every line of it. */
final class HonestJettyWays {

  private static Request to(String what, Request.Content body) {
    return to(JettyClients.CLIENT, what, body);
  }

  private static Request to(HttpClient client, String what, Request.Content body) {
    String[] parts = what.split(" ");
    return client.newRequest(URI.create(parts[1])).method(parts[0]).body(body);
  }

  private static Request.Content body(String text) {
    return new StringRequestContent("text/plain", text);
  }

  private static InputStream in(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Waits for the end of the exchange, by which its connection is back in the pool. */
  private static void send(Request request) throws InterruptedException {
    CountDownLatch done = begin(request);
    done.await();
  }

  private static CountDownLatch begin(Request request) {
    CountDownLatch done = new CountDownLatch(1);
    StringBuilder answer = new StringBuilder();
    request
        .onResponseContent(
            (response, content) -> answer.append(StandardCharsets.UTF_8.decode(content)))
        .send(
            result -> {
              said(result, answer.toString());
              done.countDown();
            });
    return done;
  }

  private static void said(Result result, String answer) {
    StringBuilder line = new StringBuilder("saw " + result.getResponse().getStatus());
    line.append(' ').append(result.getResponse().getVersion()).append(' ').append(answer);
    line.append(" of ").append(result.getRequest().getMethod());
    line.append(' ').append(result.getRequest().getPath());
    for (Throwable cause = result.getFailure(); cause != null; cause = cause.getCause()) {
      line.append(' ').append(cause.getClass().getName());
      if (!(cause instanceof EOFException)) { // which shows the connection's state
        line.append(": ").append(cause.getMessage());
      }
    }
    // How long it was idle, and where it went.
    System.out.println(line.toString().replaceAll("(?<=expired: )\\d+|127.0.0.1:\\d+", "N"));
  }

  static void none(String what, String text) throws Exception {
    send(to(what, null));
  }

  static void empty(String what, String text) throws Exception {
    send(to(what, body("")));
  }

  static void text(String what, String text) throws Exception {
    send(to(what, body(text)));
  }

  /** In two buffers of one length. */
  static void buffers(String what, String text) throws Exception {
    send(
        to(
            what,
            new ByteBufferRequestContent(
                "text/plain",
                ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8), 0, 1),
                ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8), 1, text.length() - 1))));
  }

  /** In chunks of three bytes. */
  static void stream(String what, String text) throws Exception {
    send(to(what, new InputStreamRequestContent("text/plain", in(text), 3)));
  }

  static void emptyStream(String what, String text) throws Exception {
    send(to(what, new InputStreamRequestContent("text/plain", in(""))));
  }

  /** A stream that fails before it gave anything. */
  static void brokenStream(String what, String text) throws Exception {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("nothing to read");
          }

          @Override
          public int read(byte[] into, int offset, int length) throws IOException {
            return read();
          }
        };
    send(to(what, new InputStreamRequestContent("text/plain", broken)));
  }

  static void file(String what, String text) throws Exception {
    Path file = Files.writeString(Files.createTempFile("body", null), text);
    send(to(what, new PathRequestContent("text/plain", file)));
    Files.delete(file);
  }

  /** Written while it is sent, flushed where the application likes. */
  static void written(String what, String text) throws Exception {
    OutputStreamRequestContent body = new OutputStreamRequestContent("text/plain");
    CountDownLatch done = begin(to(what, body));
    try (OutputStream out = body.getOutputStream()) {
      for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
        out.write(each);
        out.flush();
      }
    }
    done.await();
  }

  /** {@code a=1&b=2} as the client codes it. */
  static void form(String what, String text) throws Exception {
    Fields fields = new Fields();
    for (String pair : text.split("&")) {
      fields.put(pair.split("=")[0], pair.split("=")[1]);
    }
    send(to(what, new FormRequestContent(fields)));
  }

  static void expecting(String what, String text) throws Exception {
    send(to(what, body(text)).headers(all -> all.put("Expect", "100-continue")));
  }

  static void expectingStream(String what, String text) throws Exception {
    send(
        to(what, new InputStreamRequestContent("text/plain", in(text)))
            .headers(all -> all.put("Expect", "100-continue")));
  }

  static void twice(String what, String text) throws Exception {
    text(what, text);
    text(what, text);
  }

  static void cancelled(String what, String text) throws Exception {
    Request request = to(what, body(text));
    CountDownLatch done = begin(request);
    Wire.awaitSilence();
    Request.class
        .getMethod("abort", Throwable.class)
        .invoke(request, new IllegalStateException("not wanted any more"));
    done.await();
  }

  /** Given up while its body is waited for: no whole request reaches the server. */
  static void cancelledEarly(String what, String text) throws Exception {
    OutputStreamRequestContent body = new OutputStreamRequestContent("text/plain");
    Request request = to(what, body);
    CountDownLatch done = begin(request);
    Request.class
        .getMethod("abort", Throwable.class)
        .invoke(request, new IllegalStateException("not wanted any more"));
    done.await();
  }

  /** Of the whole request. */
  static void timeout(String what, String text) throws Exception {
    send(to(what, body(text)).timeout(500, TimeUnit.MILLISECONDS));
  }

  /** While nothing goes on. */
  static void idleTimeout(String what, String text) throws Exception {
    send(to(what, body(text)).idleTimeout(300, TimeUnit.MILLISECONDS));
  }

  /** Until it is connected. */
  static void connectTimeout(String what, String text) throws Exception {
    HttpClient client = JettyClients.started(new HttpClient());
    client.setConnectTimeout(300);
    send(to(client, what, body(text)));
    client.stop();
  }

  /** Through a proxy that asks who wants something of it. */
  static void proxied(String what, String text) throws Exception {
    int port = HonestActs.proxy().getPort();
    HttpClient client = JettyClients.started(new HttpClient());
    client.getProxyConfiguration().addProxy(new HttpProxy("127.0.0.1", port));
    client
        .getAuthenticationStore()
        .addAuthentication(
            new BasicAuthentication(
                URI.create("http://127.0.0.1:" + port), "there", "user", "pass"));
    send(to(client, what, body(text)));
    client.stop();
  }

  private HonestJettyWays() {}
}
