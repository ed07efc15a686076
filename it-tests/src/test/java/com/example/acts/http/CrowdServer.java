package com.example.acts.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * A server for very many connections: one thread, which keeps nothing of what it reads. Answers
 * each request in chunks that has come to its end with all of its bytes, and one that asks first
 * with a refusal.
 */
final class CrowdServer implements AutoCloseable {

  private static final byte[] END = "\r\n0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

  private final int spaces;
  private final Selector selector;
  private final ServerSocketChannel server;
  private final ByteBuffer buffer = ByteBuffer.allocate(1 << 14);
  private volatile boolean over;

  /** What is known of a connection. */
  private static final class Seen {
    private int spaces;
    private int ending;
    private String beginning = "";
  }

  /**
   * @param spaces how many blanks a body has
   */
  CrowdServer(int spaces) throws IOException {
    this.spaces = spaces;
    selector = Selector.open();
    server = ServerSocketChannel.open();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 2 * CrowdActs.REQUESTS);
    server.configureBlocking(false);
    server.register(selector, SelectionKey.OP_ACCEPT);
    CrowdActs.DAEMONS.newThread(this::serve).start();
  }

  String url(String path) throws IOException {
    return "http://127.0.0.1:" + ((InetSocketAddress) server.getLocalAddress()).getPort() + path;
  }

  private void serve() {
    try (selector;
        server) {
      while (!over) {
        selector.select();
        for (SelectionKey key : selector.selectedKeys()) {
          if (key.isAcceptable()) {
            accept();
          } else {
            read(key);
          }
        }
        selector.selectedKeys().clear();
      }
      for (SelectionKey key : selector.keys()) {
        key.channel().close();
      }
    } catch (IOException failed) {
      return; // whoever asks sees it
    }
  }

  private void accept() throws IOException {
    for (SocketChannel next = server.accept(); next != null; next = server.accept()) {
      next.configureBlocking(false);
      next.register(selector, SelectionKey.OP_READ, new Seen());
    }
  }

  private void read(SelectionKey key) {
    SocketChannel channel = (SocketChannel) key.channel();
    Seen seen = (Seen) key.attachment();
    try {
      buffer.clear();
      if (channel.read(buffer) < 0) {
        channel.close();
        return;
      }
      buffer.flip();
      String answer = answer(seen);
      if (answer != null) {
        channel.write(ByteBuffer.wrap(answer.getBytes(StandardCharsets.ISO_8859_1)));
        if (answer.contains("close")) {
          channel.shutdownOutput();
        }
      }
    } catch (IOException gone) {
      key.cancel();
    }
  }

  private String answer(Seen seen) {
    if (seen.beginning != null) {
      seen.beginning += StandardCharsets.ISO_8859_1.decode(buffer.duplicate());
      if (seen.beginning.contains("\r\n\r\n")) {
        boolean asks = seen.beginning.contains("Expect: 100-continue");
        seen.beginning = asks ? "" : null;
        if (asks) {
          return "HTTP/1.1 417 Expectation Failed\r\nContent-Length: 2\r\n\r\nno";
        }
      }
    }
    while (buffer.hasRemaining()) {
      byte one = buffer.get();
      seen.spaces += one == ' ' ? 1 : 0;
      seen.ending = one == END[seen.ending] ? seen.ending + 1 : one == END[0] ? 1 : 0;
      if (seen.ending == END.length) {
        seen.ending = 0;
        if (seen.spaces >= spaces) {
          return "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
        }
      }
    }
    return null;
  }

  @Override
  public void close() {
    over = true;
    selector.wakeup();
  }
}
