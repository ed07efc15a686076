package com.example.acts.http;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.client.BasicAuthentication;
import org.eclipse.jetty.client.ByteBufferRequestContent;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.ContentResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpProxy;
import org.eclipse.jetty.client.InputStreamRequestContent;
import org.eclipse.jetty.client.OutputStreamRequestContent;
import org.eclipse.jetty.client.PathRequestContent;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.StringRequestContent;
import org.eclipse.jetty.http.HttpField;

/**
 * Ways to send a request with Jetty. Compiled with Jetty 12; for earlier lines the tests rename
 * what was moved, so nothing is used here that is not in all of them.
 */
final class JettyWays {

  private static final HttpClient CLIENT = JettyClients.CLIENT;

  private static Request to(HttpClient client, String url) {
    return client.newRequest(URI.create(url)).method("POST").followRedirects(false);
  }

  private static Request to(String url) {
    return to(CLIENT, url);
  }

  private static Request.Content body(String text) {
    return new StringRequestContent("text/plain", text);
  }

  private static void send(Request request) throws Exception {
    ContentResponse answer = request.send();
    System.out.println("status " + answer.getStatus() + " " + answer.getContentAsString());
  }

  static void honest(String url, String text) throws Exception {
    send(to(url).body(body(text)));
  }

  static void asking(String url, String text) throws Exception {
    send(to(url).method("GET"));
  }

  /** A method that has no body, with one. */
  static void withABody(String url, String text) throws Exception {
    send(to(url).method("DELETE").body(body("EVIL")));
  }

  static void async(String url, String text) throws Exception {
    async(to(url).body(body(text)));
  }

  private static void async(Request request) throws Exception {
    CompletableFuture<String> answered = new CompletableFuture<>();
    request.send(into(answered));
    try {
      System.out.println(answered.get());
    } catch (ExecutionException failed) {
      throw (Exception) failed.getCause();
    }
  }

  private static Response.CompleteListener into(CompletableFuture<String> answered) {
    return result -> {
      if (result.isFailed()) {
        answered.completeExceptionally(result.getFailure());
      } else {
        answered.complete("status " + result.getResponse().getStatus());
      }
    };
  }

  private static final CompletableFuture<String> LATER = new CompletableFuture<>();

  /** Asked for by a tool that does not wait for it, and written when the tool has returned. */
  static void forgotten(String url, String text) {
    OutputStreamRequestContent body = new OutputStreamRequestContent("text/plain");
    to(url).body(body).send(into(LATER));
    background(
        () -> {
          HttpActs.awaitReturn();
          write(body, text);
        });
    HttpActs.pending(LATER);
  }

  private static void background(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    thread.start();
  }

  private static void write(OutputStreamRequestContent body, String text) {
    try (OutputStream out = body.getOutputStream()) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  static void anotherText(String url, String text) throws Exception {
    honest(url, "EVIL");
  }

  static void anotherTextAsync(String url, String text) throws Exception {
    async(url, "EVIL");
  }

  static void anotherPath(String url, String text) throws Exception {
    send(to(url + "/evil").body(body(text)));
  }

  static void anotherMethod(String url, String text) throws Exception {
    send(to(url).method("PUT").body(body(text)));
  }

  static void aQueryMore(String url, String text) throws Exception {
    send(to(url + "?evil=1").body(body(text)));
  }

  /** Somebody approved it before; no tool declares it. */
  static void approved(String url, String text) throws Exception {
    Request request = to(url).headers(all -> all.put("X-Order", text)).body(body(text));
    JettyDesk.approve(request);
    send(request);
  }

  /** It was another one that somebody approved. */
  static void anotherThanApproved(String url, String text) throws Exception {
    JettyDesk.approve(to(url).body(body(text)));
    send(to(url).body(body("EVIL")));
  }

  /** B31: the array is changed after the request was built. */
  static void mutatedArray(String url, String text) throws Exception {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Request request = to(url).body(new BytesRequestContent("text/plain", bytes));
    bytes[0] = 'X';
    send(request);
  }

  /** B31: the array is changed by a listener, when the head is on its way. */
  static void mutatedLater(String url, String text) throws Exception {
    byte[] bytes = (text + "++++").getBytes(StandardCharsets.UTF_8);
    ByteBuffer first = ByteBuffer.wrap(bytes, 0, 2);
    ByteBuffer second = ByteBuffer.wrap(bytes, 2, text.length() - 2);
    send(
        to(url)
            .body(new ByteBufferRequestContent("text/plain", first, second))
            .onRequestCommit(request -> bytes[3] = 'X'));
  }

  /** B32: a file. */
  static void file(String url, String text) throws Exception {
    Path file = Files.writeString(Files.createTempFile("body", null), text);
    try {
      send(to(url).body(new PathRequestContent("text/plain", file)));
    } finally {
      Files.delete(file);
    }
  }

  static void anotherFile(String url, String text) throws Exception {
    file(url, "EVIL");
  }

  private static InputStream in(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  /** B32: of no known length, so in chunks. */
  static void stream(String url, String text) throws Exception {
    send(to(url).body(new InputStreamRequestContent("text/plain", in(text), 3)));
  }

  static void anotherStream(String url, String text) throws Exception {
    stream(url, "EVIL");
  }

  /** Written by another thread while it is sent. */
  static void written(String url, String text) throws Exception {
    OutputStreamRequestContent body = new OutputStreamRequestContent("text/plain");
    CompletableFuture<String> answered = new CompletableFuture<>();
    to(url).body(body).send(into(answered));
    background(
        () -> {
          try (OutputStream out = body.getOutputStream()) {
            for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
              out.write(each);
              out.flush();
            }
          } catch (IOException failed) {
            throw new UncheckedIOException(failed);
          }
        });
    try {
      System.out.println(answered.get());
    } catch (ExecutionException failed) {
      throw (Exception) failed.getCause();
    }
  }

  static void anotherWritten(String url, String text) throws Exception {
    written(url, "EVIL");
  }

  /** B33: follows where it is sent on to. */
  static void following(String url, String text) throws Exception {
    send(to(url).followRedirects(true).body(body(text)));
  }

  static void followingAsync(String url, String text) throws Exception {
    async(to(url).followRedirects(true).body(body(text)));
  }

  /** F27: what it is asked with goes on with it. */
  static void followingWithACredential(String url, String text) throws Exception {
    send(
        to(url)
            .followRedirects(true)
            .headers(all -> all.put("Cookie", "session=secret"))
            .body(body(text)));
  }

  /** B33: follows with a file, which is read again. */
  static void followingWithAFile(String url, String text) throws Exception {
    Path file = Files.writeString(Files.createTempFile("body", null), text);
    send(to(url).followRedirects(true).body(new PathRequestContent("text/plain", file)));
    Files.delete(file);
  }

  /** B33: follows with a body that is another one the second time. */
  static void followingWithAnotherBody(String url, String text) throws Exception {
    Path file = Files.writeString(Files.createTempFile("body", null), text);
    HttpActs.beforeSendingOn =
        () -> {
          try {
            Files.writeString(file, "EVIL");
          } catch (IOException failed) {
            throw new UncheckedIOException(failed);
          }
        };
    try {
      send(to(url).followRedirects(true).body(new PathRequestContent("text/plain", file)));
    } finally {
      HttpActs.beforeSendingOn = () -> {};
      Files.delete(file);
    }
  }

  /** B35: sends it twice. */
  static void twice(String url, String text) throws Exception {
    honest(url, text);
    honest(url, text);
  }

  /** B36: listeners, behind everything that the application can see. */
  static void rewrittenPath(String url, String text) throws Exception {
    send(
        to(url)
            .body(body(text))
            .onRequestBegin(request -> request.path(request.getPath() + "/evil")));
  }

  static void rewrittenMethod(String url, String text) throws Exception {
    send(to(url).body(body(text)).onRequestHeaders(request -> request.method("PUT")));
  }

  static void rewrittenBody(String url, String text) throws Exception {
    send(to(url).body(body(text)).onRequestBegin(request -> request.body(body("EVIL"))));
  }

  /** B36: the stand-in itself is replaced. */
  static void rewrittenStream(String url, String text) throws Exception {
    send(
        to(url)
            .body(new InputStreamRequestContent("text/plain", in(text)))
            .onRequestBegin(
                request -> request.body(new InputStreamRequestContent("text/plain", in("EVIL")))));
  }

  static void rewrittenHost(String url, String text) throws Exception {
    send(
        to(url)
            .body(body(text))
            .onRequestHeaders(request -> request.headers(all -> all.put("Host", "evil.test"))));
  }

  /** A listener that makes of a request what the tool declares. */
  static void completedOnTheWay(String url, String text) throws Exception {
    send(
        to(url)
            .body(body(text))
            .onRequestBegin(request -> request.headers(all -> all.put("X-Order", text))));
  }

  /** B38: with the header that the tool declares. */
  static void withHeader(String url, String text) throws Exception {
    send(to(url).headers(all -> all.put("X-Order", text)).body(body(text)));
  }

  static void anotherHeader(String url, String text) throws Exception {
    send(to(url).headers(all -> all.put("X-Order", "EVIL")).body(body(text)));
  }

  /** B30: a header that is another one to whoever writes it. */
  static void changingHeader(String url, String text) throws Exception {
    send(
        to(url)
            .headers(
                all ->
                    all.add(
                        new HttpField("X-Order", text) {
                          @Override
                          public String getValue() {
                            boolean written =
                                StackWalker.getInstance()
                                    .walk(
                                        frames ->
                                            frames.anyMatch(
                                                frame ->
                                                    frame
                                                        .getClassName()
                                                        .endsWith(".HttpGenerator")));
                            return written ? "EVIL" : text;
                          }
                        }))
            .body(body(text)));
  }

  /** B38: a cookie that a listener adds. */
  static void cookie(String url, String text) throws Exception {
    send(
        to(url)
            .headers(all -> all.put("X-Order", text))
            .body(body(text))
            .onRequestBegin(request -> request.headers(all -> all.put("Cookie", "a=stolen"))));
  }

  /** B30, B38: an authentication round sends the request again, with a credential. */
  static void authenticating(String url, String text) throws Exception {
    HttpClient client = JettyClients.started(new HttpClient());
    client
        .getAuthenticationStore()
        .addAuthentication(new BasicAuthentication(URI.create(url), "here", "user", "pass"));
    send(to(client, url).body(body(text)));
  }

  static void order(String url, String amount) throws Exception {
    send(to(url).body(body("{ \"id\": \"r-17\",\n \"amount\": " + amount + "}")));
  }

  static void anotherOrder(String url, String amount) throws Exception {
    order(url, amount + "0");
  }

  static void gzippedOrder(String url, String amount) throws Exception {
    ByteArrayOutputStream coded = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(coded)) {
      out.write(("{\"id\":1,\"amount\":" + amount + "}").getBytes(StandardCharsets.UTF_8));
    }
    send(
        to(url)
            .headers(all -> all.put("Content-Encoding", "gzip"))
            .body(
                new InputStreamRequestContent(
                    "application/json", new ByteArrayInputStream(coded.toByteArray()))));
  }

  static void anotherGzippedOrder(String url, String amount) throws Exception {
    gzippedOrder(url, amount + "0");
  }

  /** B44: another name of this host. */
  static void anotherName(String url, String text) throws Exception {
    send(to(url.replace("127.0.0.1", "localhost")).body(body(text)));
  }

  /** B46: more bytes than are held. */
  static void large(String url, String text) throws Exception {
    send(
        to(url)
            .body(
                new InputStreamRequestContent(
                    "text/plain", new ByteArrayInputStream(new byte[1 << 19]))));
  }

  static void largeAndKnown(String url, String text) throws Exception {
    send(to(url).body(new BytesRequestContent("text/plain", new byte[1 << 19])));
  }

  private static HttpClient through(int port) {
    HttpClient client = JettyClients.started(new HttpClient());
    client.getProxyConfiguration().addProxy(new HttpProxy("127.0.0.1", port));
    return client;
  }

  /** Through a proxy that this JVM was not started with. */
  static void throughAProxy(String url, String text) throws Exception {
    send(to(through(HttpActs.proxy().getPort()), url).body(body(text)));
  }

  /** The same with a tunnel, which this proxy does not make. */
  static void throughATunnel(String url, String text) throws Exception {
    Wire proxy = Wire.answering(request -> Wire.DROP);
    try {
      send(to(through(proxy.port()), "https://evil.test/").body(body(text)));
    } catch (ExecutionException failed) {
      for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
        if (cause instanceof SecurityException) {
          throw failed;
        }
      }
    }
  }

  /** After a refusal, the client and its connections are as they were. */
  static void refusedThenHonest(String url, String text) throws Exception {
    HttpClient client = new HttpClient();
    client.setMaxConnectionsPerDestination(1);
    JettyClients.started(client);
    for (int i = 0; i < 3; i++) {
      try {
        async(to(client, url).body(body("EVIL")));
      } catch (Exception refused) {
        System.out.println(refused.getClass().getName());
      }
      try {
        send(to(client, url).body(new InputStreamRequestContent("text/plain", in("EVIL"))));
      } catch (ExecutionException refused) {
        System.out.println(refused.getCause().getClass().getName());
      }
    }
    send(to(client, url).body(body(text)));
  }

  private JettyWays() {}
}
