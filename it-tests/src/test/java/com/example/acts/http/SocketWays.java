package com.example.acts.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/** Ways to reach a server without a client that is known. */
final class SocketWays {

  private static final byte[] REQUEST =
      "GET /raw HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private static InetSocketAddress of(String url) {
    URI uri = URI.create(url);
    return new InetSocketAddress(uri.getHost(), uri.getPort());
  }

  private static void talk(OutputStream out, InputStream in) throws IOException {
    out.write(REQUEST);
    out.flush();
    System.out.println("read " + (char) in.read());
  }

  static void socket(String url, String text) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(of(url));
      talk(socket.getOutputStream(), socket.getInputStream());
    }
  }

  static void constructed(String url, String text) throws IOException {
    try (Socket socket = new Socket(of(url).getAddress(), of(url).getPort())) {
      talk(socket.getOutputStream(), socket.getInputStream());
    }
  }

  static void channel(String url, String text) throws IOException {
    try (SocketChannel channel = SocketChannel.open(of(url))) {
      talk(channel.socket().getOutputStream(), channel.socket().getInputStream());
    }
  }

  static void channelSocket(String url, String text) throws IOException {
    try (SocketChannel channel = SocketChannel.open()) {
      channel.socket().connect(of(url), 10_000);
      talk(channel.socket().getOutputStream(), channel.socket().getInputStream());
    }
  }

  static void asynchronous(String url, String text) throws Exception {
    try (AsynchronousSocketChannel channel = AsynchronousSocketChannel.open()) {
      channel.connect(of(url)).get();
      channel.write(ByteBuffer.wrap(REQUEST)).get();
      ByteBuffer one = ByteBuffer.allocate(1);
      channel.read(one).get();
      System.out.println("read " + (char) one.get(0));
    }
  }

  private static void received(DatagramSocket server) throws IOException {
    server.receive(new DatagramPacket(new byte[9], 9));
    System.out.println("ran datagram");
  }

  static void datagram(String url, String text) throws IOException {
    try (DatagramSocket server = new DatagramSocket(0, of(url).getAddress());
        DatagramSocket client = new DatagramSocket()) {
      client.send(new DatagramPacket(REQUEST, 9, server.getLocalSocketAddress()));
      received(server);
    }
  }

  static void datagramChannel(String url, String text) throws IOException {
    try (DatagramSocket server = new DatagramSocket(0, of(url).getAddress());
        DatagramChannel client = DatagramChannel.open()) {
      client.send(ByteBuffer.wrap(REQUEST, 0, 9), server.getLocalSocketAddress());
      received(server);
    }
  }

  static void connectedDatagrams(String url, String text) throws IOException {
    try (DatagramSocket server = new DatagramSocket(0, of(url).getAddress());
        DatagramChannel client = DatagramChannel.open()) {
      client.connect(server.getLocalSocketAddress());
      client.write(ByteBuffer.wrap(REQUEST, 0, 9));
      received(server);
    }
  }

  /** F33, B43: an HTTP connection of somebody's own. */
  static void ownHandler(String url, String text) throws IOException {
    URLStreamHandler handler =
        new URLStreamHandler() {
          @Override
          protected URLConnection openConnection(URL to) {
            return new OwnConnection(to);
          }
        };
    URLConnection connection = new URL(null, url, handler).openConnection();
    System.out.println("read " + (char) connection.getInputStream().read());
  }

  private static final class OwnConnection extends HttpURLConnection {
    OwnConnection(URL to) {
      super(to);
    }

    @Override
    public void connect() {}

    @Override
    public InputStream getInputStream() throws IOException {
      Socket socket = new Socket(getURL().getHost(), getURL().getPort());
      socket.getOutputStream().write(REQUEST);
      return socket.getInputStream();
    }

    @Override
    public void disconnect() {}

    @Override
    public boolean usingProxy() {
      return false;
    }
  }

  private SocketWays() {}
}
