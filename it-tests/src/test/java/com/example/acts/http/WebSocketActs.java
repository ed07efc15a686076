package com.example.acts.http;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.WebSocketListener;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.client.WebSocketClient;
import reactor.core.publisher.Mono;
import reactor.netty.http.client.HttpClient;

/** Tools that open a WebSocket, say something by it and hear it again. */
public final class WebSocketActs {

  private static final ServerSocket SERVER = server();

  private static ServerSocket server() {
    try {
      ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      daemon(
          () -> {
            while (true) {
              Socket client = server.accept();
              daemon(() -> serve(client));
            }
          });
      return server;
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  private static void daemon(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException gone) {
                // The client is done.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private static void serve(Socket client) throws IOException {
    try (client) {
      DataInputStream in = new DataInputStream(client.getInputStream());
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        head.append((char) in.readUnsignedByte());
      }
      String line = head.substring(0, head.indexOf("\r\n"));
      System.out.println("ran " + line.replace(" HTTP/1.1", ""));
      OutputStream out = client.getOutputStream();
      out.write(
          ("HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                  + "Sec-WebSocket-Accept: "
                  + accept(head.toString())
                  + "\r\n\r\n")
              .getBytes(StandardCharsets.ISO_8859_1));
      for (int kind = 1; kind != 8; ) {
        kind = in.readUnsignedByte() & 15;
        byte[] said = new byte[in.readUnsignedByte() & 127];
        byte[] mask = new byte[4];
        in.readFully(mask);
        in.readFully(said);
        for (int i = 0; i < said.length; i++) {
          said[i] ^= mask[i % 4];
        }
        if (kind == 1) {
          System.out.println("frame " + new String(said, StandardCharsets.UTF_8));
        }
        out.write(0x80 | kind);
        out.write(said.length);
        out.write(said);
      }
    }
  }

  private static String accept(String head) {
    String name = "sec-websocket-key: ";
    int at = head.toLowerCase(java.util.Locale.ROOT).indexOf(name) + name.length();
    String key = head.substring(at, head.indexOf("\r\n", at));
    try {
      return Base64.getEncoder()
          .encodeToString(
              MessageDigest.getInstance("SHA-1")
                  .digest(
                      (key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")
                          .getBytes(StandardCharsets.US_ASCII)));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String url() {
    return "http://127.0.0.1:" + SERVER.getLocalPort() + "/socket";
  }

  /** A tool that may open it. */
  static void get(String[] way) throws Exception {
    Net.get(url(), "WebSocketActs$" + way[0]);
  }

  /** A tool that may do nothing. */
  static void idle(String[] way) throws Exception {
    Net.idle(url(), "WebSocketActs$" + way[0]);
  }

  private static String ws(String url) {
    return url.replace("http://", "ws://");
  }

  private static void said(CompletableFuture<String> heard) throws Exception {
    try {
      System.out.println("heard " + heard.get());
    } catch (ExecutionException failed) {
      throw (Exception) failed.getCause();
    }
  }

  /** By the JDK's client. */
  static final class Jdk {

    static void talk(String url, String text) throws Exception {
      CompletableFuture<String> heard = new CompletableFuture<>();
      java.net.http.HttpClient.newHttpClient()
          .newWebSocketBuilder()
          .buildAsync(
              URI.create(ws(url)),
              new WebSocket.Listener() {
                @Override
                public void onOpen(WebSocket socket) {
                  socket.request(1);
                  socket.sendText("hello", true);
                }

                @Override
                public CompletionStage<?> onText(
                    WebSocket socket, CharSequence data, boolean last) {
                  heard.complete(data.toString());
                  socket.abort();
                  return null;
                }
              })
          .whenComplete(
              (socket, failed) -> {
                if (failed != null) {
                  heard.completeExceptionally(
                      failed.getCause() == null ? failed : failed.getCause());
                }
              });
      said(heard);
    }

    static void elsewhere(String url, String text) throws Exception {
      talk(url + "/evil", text);
    }

    private Jdk() {}
  }

  /** By OkHttp. */
  static final class Ok {

    static void talk(String url, String text) throws Exception {
      CompletableFuture<String> heard = new CompletableFuture<>();
      OkHttpClient client = new OkHttpClient();
      client.newWebSocket(
          new Request.Builder().url(url).build(),
          new WebSocketListener() {
            @Override
            public void onOpen(okhttp3.WebSocket socket, Response answer) {
              socket.send("hello");
            }

            @Override
            public void onMessage(okhttp3.WebSocket socket, String said) {
              heard.complete(said);
              socket.cancel();
            }

            @Override
            public void onFailure(okhttp3.WebSocket socket, Throwable failed, Response answer) {
              heard.completeExceptionally(failed);
            }
          });
      client.dispatcher().executorService().shutdown();
      said(heard);
    }

    static void elsewhere(String url, String text) throws Exception {
      talk(url + "/evil", text);
    }

    private Ok() {}
  }

  /** By Reactor Netty. */
  static final class Reactor {

    static void talk(String url, String text) throws Exception {
      System.out.println(
          "heard "
              + HttpClient.create()
                  .websocket()
                  .uri(ws(url))
                  .handle(
                      (in, out) ->
                          out.sendString(Mono.just("hello"))
                              .then()
                              .thenMany(in.receive().asString().take(1)))
                  .blockFirst());
    }

    static void elsewhere(String url, String text) throws Exception {
      talk(url + "/evil", text);
    }

    private Reactor() {}
  }

  /** By Jetty's client. */
  public static final class Jetty {

    private static final WebSocketClient CLIENT = new WebSocketClient(JettyClients.CLIENT);

    static {
      try {
        CLIENT.start();
      } catch (Exception failed) {
        throw new IllegalStateException(failed);
      }
    }

    /** What it is called back at. */
    public static final class Hearing implements Session.Listener.AutoDemanding {

      private final CompletableFuture<String> heard;
      private Session session;

      Hearing(CompletableFuture<String> heard) {
        this.heard = heard;
      }

      @Override
      public void onWebSocketOpen(Session opened) {
        session = opened;
        session.sendText("hello", Callback.NOOP);
      }

      @Override
      public void onWebSocketText(String said) {
        heard.complete(said);
        session.disconnect();
      }
    }

    static void talk(String url, String text) throws Exception {
      CompletableFuture<String> heard = new CompletableFuture<>();
      CLIENT
          .connect(new Hearing(heard), URI.create(ws(url)))
          .whenComplete(
              (session, failed) -> {
                if (failed != null) {
                  heard.completeExceptionally(failed);
                }
              });
      said(heard);
    }

    static void elsewhere(String url, String text) throws Exception {
      talk(url + "/evil", text);
    }

    private Jetty() {}
  }

  private WebSocketActs() {}
}
