package com.example.acts.http;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * How many small requests a client makes in a second, one after the other over one connection, to a
 * server in the same JVM, and what they take of its processors. A tool has run before, as in any
 * application that has one: {@link LoadDesk}.
 *
 * <p>Arguments: the client, milliseconds to warm up and to measure, how often to measure. Prints
 * the median of requests in a second, the microseconds of processor time that the whole JVM spent
 * for each request, and when measuring began and ended, in milliseconds since 1970.
 */
public final class LoadMain {

  private static final byte[] ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone".getBytes(StandardCharsets.US_ASCII);

  public static void main(String[] arguments) throws Exception {
    new LoadDesk().look("A-100017");
    LoadClients.Asking asking = LoadClients.of(arguments[0], serve());
    ask(asking, Long.parseLong(arguments[1]));
    OperatingSystemMXBean process =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    double[] rates = new double[Integer.parseInt(arguments[3])];
    long count = 0;
    long began = System.currentTimeMillis();
    long spent = -process.getProcessCpuTime();
    for (int round = 0; round < rates.length; round++) {
      long begin = System.nanoTime();
      long asked = ask(asking, Long.parseLong(arguments[2]));
      rates[round] = asked * 1e9 / (System.nanoTime() - begin);
      count += asked;
    }
    spent += process.getProcessCpuTime();
    long ended = System.currentTimeMillis();
    Arrays.sort(rates);
    System.out.println(
        rates[rates.length / 2] + " " + spent / 1e3 / count + " " + began + " " + ended);
    System.exit(0); // some clients have threads of their own
  }

  private static long ask(LoadClients.Asking asking, long millis) throws Exception {
    long end = System.nanoTime() + millis * 1_000_000;
    long count = 0;
    while (System.nanoTime() < end) {
      asking.ask();
      count++;
    }
    return count;
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
