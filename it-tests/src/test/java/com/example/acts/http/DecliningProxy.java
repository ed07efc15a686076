package com.example.acts.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A proxy that says what it is asked for once, and does not do it. */
final class DecliningProxy implements AutoCloseable {

  private final ServerSocket server;

  DecliningProxy() throws IOException {
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    Thread declining = new Thread(this::decline);
    declining.setDaemon(true);
    declining.start();
  }

  InetSocketAddress address() {
    return (InetSocketAddress) server.getLocalSocketAddress();
  }

  private void decline() {
    try (Socket asking = server.accept()) {
      StringBuilder head = new StringBuilder();
      for (int one = asking.getInputStream().read(); one >= 0; ) {
        head.append((char) one);
        one = head.toString().endsWith("\r\n\r\n") ? -1 : asking.getInputStream().read();
      }
      if (head.length() > 0) {
        System.out.println("asked " + head.toString().split(" ")[0]);
      }
      asking
          .getOutputStream()
          .write(
              "HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
    } catch (IOException gone) {
      return; // whoever asks sees it
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
