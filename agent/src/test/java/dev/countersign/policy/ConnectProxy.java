package dev.countersign.policy;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/**
 * A proxy on the loopback interface that knows {@code CONNECT}, and answers it as it is told to.
 */
final class ConnectProxy implements Closeable {

  private static final String END = "\r\n\r\n";

  private final ServerSocket socket;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> heads = new CopyOnWriteArrayList<>();
  private final String answer;
  private final int to;

  private ConnectProxy(ServerSocket socket, String answer, int to) {
    this.socket = socket;
    this.answer = answer;
    this.to = to;
  }

  /**
   * @param answer to every request, for example {@code HTTP/1.1 200 OK}
   * @param to the port where what follows goes to; 0 for nowhere
   */
  static ConnectProxy start(String answer, int to) throws IOException {
    ConnectProxy proxy =
        new ConnectProxy(
            new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), answer + END, to);
    proxy.threads.execute(proxy::accept);
    return proxy;
  }

  /** As the configuration has it. */
  String address() {
    return "127.0.0.1:" + socket.getLocalPort();
  }

  /** What was asked of it. */
  List<String> heads() {
    return heads;
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket client = socket.accept();
        threads.execute(() -> serve(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client;
        Socket server = to == 0 ? null : new Socket(InetAddress.getLoopbackAddress(), to)) {
      heads.add(head(client.getInputStream()));
      OutputStream out = client.getOutputStream();
      out.write(answer.getBytes(StandardCharsets.US_ASCII));
      out.flush();
      if (server != null) {
        threads.execute(() -> pump(client, server));
        server.getInputStream().transferTo(out);
      }
    } catch (IOException | RejectedExecutionException gone) {
      return;
    }
  }

  private static void pump(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException gone) {
      return;
    }
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf(END) < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("the request ends in its head");
      }
      head.append((char) next);
    }
    return head.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
    threads.shutdownNow();
  }
}
