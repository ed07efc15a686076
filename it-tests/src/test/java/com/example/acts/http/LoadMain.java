package com.example.acts.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * How many small requests a client makes in a second, one after the other over one connection, to a
 * server in the same JVM. Arguments: milliseconds to warm up and to measure, how often to measure,
 * then names of clients. Prints {@code CLIENT REQUESTS_PER_SECOND}, the median, for each.
 */
public final class LoadMain {

  private static final byte[] ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone".getBytes(StandardCharsets.US_ASCII);

  public static void main(String[] arguments) throws Exception {
    String url = serve();
    for (int i = 3; i < arguments.length; i++) {
      LoadClients.Asking asking = LoadClients.of(arguments[i], url);
      run(asking, Long.parseLong(arguments[0]));
      double[] rates = new double[Integer.parseInt(arguments[2])];
      for (int round = 0; round < rates.length; round++) {
        rates[round] = run(asking, Long.parseLong(arguments[1]));
      }
      Arrays.sort(rates);
      System.out.println(arguments[i] + " " + (long) rates[rates.length / 2]);
    }
    System.exit(0); // some clients have threads of their own
  }

  private static double run(LoadClients.Asking asking, long millis) throws Exception {
    long begin = System.nanoTime();
    long end = begin + millis * 1_000_000;
    long count = 0;
    while (System.nanoTime() < end) {
      asking.ask();
      count++;
    }
    return count * 1e9 / (System.nanoTime() - begin);
  }

  /**
   * Starts the server, which ends with the JVM.
   *
   * @return its URL
   */
  public static String serve() throws IOException {
    ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread accepting =
        new Thread(
            () -> {
              while (true) {
                try {
                  Socket socket = server.accept();
                  socket.setTcpNoDelay(true);
                  Thread answering = new Thread(() -> answer(socket));
                  answering.setDaemon(true);
                  answering.start();
                } catch (IOException closed) {
                  return;
                }
              }
            });
    accepting.setDaemon(true);
    accepting.start();
    return "http://127.0.0.1:" + server.getLocalPort() + "/here";
  }

  /** Each request has the same body, which ends with the only closing brace. */
  private static void answer(Socket socket) {
    try (socket) {
      InputStream in = socket.getInputStream();
      OutputStream out = socket.getOutputStream();
      byte[] buffer = new byte[1 << 12];
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        if (n > 0 && buffer[n - 1] == '}') {
          out.write(ANSWER);
        }
      }
    } catch (IOException gone) {
      return; // whoever asked sees it
    }
  }

  private LoadMain() {}
}
