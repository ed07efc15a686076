package com.example.acts.http;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** A SOCKS 5 proxy on loopback (RFC 1928) that lets everybody through, whatever name they give. */
final class Socks implements AutoCloseable {

  private static final int IPV4 = 1;

  private final ServerSocket server;
  private final Consumer<String> told;

  Socks() throws IOException {
    this(0, host -> {});
  }

  /**
   * @param port 0 for any
   * @param told hears which server is asked for
   */
  Socks(int port, Consumer<String> told) throws IOException {
    this.told = told;
    server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = server.accept();
      start(() -> serve(client));
    }
  }

  Proxy proxy() {
    return new Proxy(
        Proxy.Type.SOCKS,
        new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort()));
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException ended) {
                return; // one of the two has hung up
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private void serve(Socket client) throws IOException {
    DataInputStream in = new DataInputStream(client.getInputStream());
    OutputStream out = client.getOutputStream();
    in.readByte();
    in.skipNBytes(in.readByte());
    out.write(new byte[] {5, 0});
    in.skipNBytes(3);
    byte[] host = new byte[in.readByte() == IPV4 ? 4 : in.readByte()];
    in.readFully(host);
    told.accept(
        host.length == 4
            ? InetAddress.getByAddress(host).getHostAddress()
            : new String(host, StandardCharsets.US_ASCII));
    Socket target = new Socket(InetAddress.getLoopbackAddress(), in.readUnsignedShort());
    out.write(new byte[] {5, 0, 0, IPV4, 127, 0, 0, 1, 0, 0});
    start(() -> pass(in, target.getOutputStream()));
    pass(target.getInputStream(), out);
  }

  private static void pass(InputStream from, OutputStream to) throws IOException {
    byte[] buffer = new byte[4096];
    for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
      to.write(buffer, 0, n);
    }
    to.close();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
