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

/** A SOCKS 5 proxy on loopback (RFC 1928) that lets everybody through, one connection. */
final class Socks implements AutoCloseable {

  private static final int IPV4 = 1;

  private final ServerSocket server;

  Socks() throws IOException {
    server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    start(this::serve);
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

  private void serve() throws IOException {
    Socket client = server.accept();
    DataInputStream in = new DataInputStream(client.getInputStream());
    OutputStream out = client.getOutputStream();
    in.readByte();
    in.skipNBytes(in.readByte());
    out.write(new byte[] {5, 0});
    in.skipNBytes(3);
    byte[] host = new byte[in.readByte() == IPV4 ? 4 : in.readByte()];
    in.readFully(host);
    InetAddress address =
        host.length == 4 ? InetAddress.getByAddress(host) : InetAddress.getLoopbackAddress();
    Socket target = new Socket(address, in.readUnsignedShort());
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
