package com.example.acts.approval;

import com.example.acts.Act;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;

/** An application whose calls wait for people in other processes. */
public final class AnsweredActs {

  public static void main(String[] arguments) throws Exception {
    Act.perform(AnsweredActs.class, arguments);
  }

  static Object dispatch(String tool, String json, Callable<?> body) throws Exception {
    return body.call();
  }

  static Object pay(String to) throws IOException, InterruptedException {
    return new ProcessBuilder("touch", to).start().waitFor();
  }

  /** A call that may be refused; it says what became of it. */
  private static String asks(String to) throws Exception {
    try {
      dispatch("pay", "{\"to\":\"" + to + "\"}", () -> pay(to));
      return "paid " + to;
    } catch (SecurityException refused) {
      if (!Act.isRefusal(refused)) {
        throw refused;
      }
      return "refused " + to;
    }
  }

  /**
   * Asks for whom it is told to, one name a line, and says what became of it, until nobody tells it
   * any more.
   *
   * @param arguments the port of who tells it
   */
  static void asksWhenTold(String[] arguments) throws Exception {
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    try (Socket socket = new Socket(loopback, Integer.parseInt(arguments[0]))) {
      BufferedReader told =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      for (String to = told.readLine(); to != null; to = told.readLine()) {
        socket.getOutputStream().write((asks(to) + "\n").getBytes(StandardCharsets.US_ASCII));
      }
    }
  }

  private AnsweredActs() {}
}
