package dev.countersign.it.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** A port on loopback that a configuration and its application both know before it is opened. */
final class FreePort {

  /**
   * Below those that Linux gives to whoever asks for any: until the application opens it, no
   * connection of another one gets it.
   */
  private static final int FIRST = 20_000;

  private static final int LAST = 32_000;

  static int any() {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
      try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return free.getLocalPort();
      } catch (BindException taken) {
        continue;
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }
  }

  private FreePort() {}
}
