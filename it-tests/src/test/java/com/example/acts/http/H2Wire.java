package com.example.acts.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import javax.net.ssl.SSLContext;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpConnection;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.URIScheme;
import org.apache.hc.core5.http.impl.bootstrap.HttpAsyncServer;
import org.apache.hc.core5.http.nio.AsyncRequestConsumer;
import org.apache.hc.core5.http.nio.AsyncServerRequestHandler;
import org.apache.hc.core5.http.nio.entity.BasicAsyncEntityConsumer;
import org.apache.hc.core5.http.nio.support.AsyncResponseBuilder;
import org.apache.hc.core5.http.nio.support.BasicRequestConsumer;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.http2.frame.FrameType;
import org.apache.hc.core5.http2.frame.RawFrame;
import org.apache.hc.core5.http2.impl.nio.H2StreamListener;
import org.apache.hc.core5.http2.impl.nio.bootstrap.H2ServerBootstrap;
import org.apache.hc.core5.http2.ssl.H2ServerTlsStrategy;
import org.apache.hc.core5.io.CloseMode;

/**
 * A server of HTTP/2 on loopback, with prior knowledge, that says {@code ran METHOD PATH BODY} for
 * each request, and what frames it got.
 */
final class H2Wire {

  /** Only a client says that it takes pushes; several do not understand a server that says so. */
  private static final H2Config WITHOUT_PUSH = H2Config.custom().setPushEnabled(false).build();

  private static final Set<Integer> PORTS = ConcurrentHashMap.newKeySet();

  private final HttpAsyncServer server;
  private final URIScheme scheme;
  private final int port;

  /**
   * @param answers what is answered to a request and its body, {@code STATUS BODY}
   * @param recording whether it says its frames
   */
  H2Wire(BiFunction<HttpRequest, String, String> answers, boolean recording) throws Exception {
    this(plain(new Answering(answers), recording), URIScheme.HTTP);
  }

  private static HttpAsyncServer plain(Answering answering, boolean recording) {
    H2ServerBootstrap server =
        H2ServerBootstrap.bootstrap()
            .setVersionPolicy(HttpVersionPolicy.FORCE_HTTP_2)
            .setCanonicalHostName("127.0.0.1")
            .setH2Config(WITHOUT_PUSH)
            .setStreamListener(recording ? new Recording() : null)
            .register("*", answering);
    for (String name : List.of("good.test", "listed.test", "moving.test")) {
      server.registerVirtual(name, "*", answering);
    }
    return server.create();
  }

  /** Over TLS, in the version that the client and it agree on (ALPN). */
  H2Wire(BiFunction<HttpRequest, String, String> answers, SSLContext tls) throws Exception {
    this(
        H2ServerBootstrap.bootstrap()
            .setVersionPolicy(HttpVersionPolicy.NEGOTIATE)
            .setCanonicalHostName("127.0.0.1")
            .setH2Config(WITHOUT_PUSH)
            .setTlsStrategy(new H2ServerTlsStrategy(tls))
            .register("*", new Answering(answers))
            .registerVirtual("evil.test", "*", new Answering(answers))
            .create(),
        URIScheme.HTTPS);
  }

  private H2Wire(HttpAsyncServer server, URIScheme scheme) throws Exception {
    this.server = server;
    this.scheme = scheme;
    server.start();
    port =
        ((InetSocketAddress)
                server
                    .listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), scheme)
                    .get()
                    .getAddress())
            .getPort();
    PORTS.add(port);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> server.close(CloseMode.IMMEDIATE)));
  }

  static boolean serves(int port) {
    return PORTS.contains(port);
  }

  String url(String path) {
    return scheme.id + "://127.0.0.1:" + port + path;
  }

  private static final class Answering
      implements AsyncServerRequestHandler<Message<HttpRequest, byte[]>> {

    private final BiFunction<HttpRequest, String, String> answers;

    Answering(BiFunction<HttpRequest, String, String> answers) {
      this.answers = answers;
    }

    @Override
    public AsyncRequestConsumer<Message<HttpRequest, byte[]>> prepare(
        HttpRequest request, EntityDetails entity, HttpContext context) {
      return new BasicRequestConsumer<>(entity == null ? null : new BasicAsyncEntityConsumer());
    }

    @Override
    public void handle(
        Message<HttpRequest, byte[]> message, ResponseTrigger trigger, HttpContext context)
        throws org.apache.hc.core5.http.HttpException, java.io.IOException {
      HttpRequest request = message.getHead();
      byte[] bytes = message.getBody();
      // As in Wire: every body can be said, also one that is no text.
      String body = bytes == null ? "" : new String(bytes, StandardCharsets.ISO_8859_1);
      System.out.println("ran " + request.getMethod() + " " + request.getPath() + " " + body);
      String[] answer = answers.apply(request, body).split(" ", 2);
      AsyncResponseBuilder response = AsyncResponseBuilder.create(Integer.parseInt(answer[0]));
      if (answer.length > 1 && (answer[1].startsWith("/") || answer[1].startsWith("https:"))) {
        response.addHeader("Location", answer[1]);
      } else if (answer.length > 1) {
        response.setEntity(answer[1]);
      }
      trigger.submitResponse(response.build(), context);
    }
  }

  /** Says what frames of requests it gets; those of the connection come when they like. */
  private static final class Recording implements H2StreamListener {

    @Override
    public void onHeaderInput(
        HttpConnection connection, int stream, List<? extends Header> headers) {
      StringBuilder line = new StringBuilder("fields");
      for (Header header : headers) {
        line.append(' ').append(header.getName()).append('=').append(header.getValue());
      }
      System.out.println(line.toString().replaceAll("127.0.0.1:\\d+", "HERE"));
    }

    @Override
    public void onHeaderOutput(
        HttpConnection connection, int stream, List<? extends Header> headers) {}

    @Override
    public void onFrameInput(HttpConnection connection, int stream, RawFrame frame) {
      FrameType type = FrameType.valueOf(frame.getType());
      if (type == FrameType.HEADERS || type == FrameType.DATA || type == FrameType.RST_STREAM) {
        String payload =
            type != FrameType.DATA || frame.getPayload() == null
                ? ""
                : " " + StandardCharsets.UTF_8.decode(frame.getPayload().duplicate());
        System.out.println("frame " + type + " " + frame.getFlags() + payload);
      }
    }

    @Override
    public void onFrameOutput(HttpConnection connection, int stream, RawFrame frame) {}

    @Override
    public void onInputFlowControl(HttpConnection connection, int stream, int delta, int actual) {}

    @Override
    public void onOutputFlowControl(HttpConnection connection, int stream, int delta, int actual) {}
  }
}
