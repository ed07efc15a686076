package com.example.acts.http;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * A server on loopback that takes the offer of a client to go on in HTTP/2 (RFC 7540, 3.2), answers
 * the request on stream 1 and no other, and for the path {@code /push} pushes an answer before that
 * nobody asked for. Says {@code ran METHOD PATH BODY} for the request.
 */
final class UpgradeWire {

  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int PUSH_PROMISE = 5;
  private static final int ACK = 1;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;

  /** {@code :status 200}, of the static table. */
  private static final byte[] OK = {(byte) 0x88};

  private final ServerSocket server;

  UpgradeWire() {
    try {
      server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    daemon(this::accept);
  }

  String url(String path) {
    return "http://127.0.0.1:" + server.getLocalPort() + path;
  }

  private static void daemon(Runnable work) {
    Thread thread = new Thread(work, "upgrade-wire");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    while (true) {
      try {
        Socket connection = server.accept();
        daemon(() -> serve(connection));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      DataInputStream in = new DataInputStream(connection.getInputStream());
      OutputStream out = connection.getOutputStream();
      StringBuilder head = new StringBuilder();
      while (!head.toString().endsWith("\r\n\r\n")) {
        head.append((char) in.readUnsignedByte());
      }
      Wire.Request request = new Wire.Request(head.toString(), null);
      String length = request.header("content-length");
      byte[] body = new byte[length == null ? 0 : Integer.parseInt(length)];
      in.readFully(body);
      System.out.println(
          "ran "
              + request.line().replace(" HTTP/1.1", " ")
              + new String(body, StandardCharsets.UTF_8));
      if (!"h2c".equals(request.header("upgrade"))) {
        out.write(Wire.ok("plain").getBytes(StandardCharsets.ISO_8859_1));
        return;
      }
      out.write(
          "HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"
              .getBytes(StandardCharsets.ISO_8859_1));
      frame(out, SETTINGS, 0, 0);
      in.readFully(new byte[24]); // the client's preface
      if (request.path().equals("/push")) {
        frame(out, PUSH_PROMISE, END_HEADERS, 1, promise(connection.getLocalPort()));
        frame(out, HEADERS, END_HEADERS, 2, OK);
        frame(out, DATA, END_STREAM, 2, "pushed".getBytes(StandardCharsets.US_ASCII));
      }
      frame(out, HEADERS, END_HEADERS, 1, OK);
      frame(out, DATA, END_STREAM, 1, "done".getBytes(StandardCharsets.US_ASCII));
      while (true) {
        int size = in.readUnsignedShort() << 8 | in.readUnsignedByte();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        in.readInt();
        in.readFully(new byte[size]);
        if (type == SETTINGS && flags != ACK) {
          frame(out, SETTINGS, ACK, 0);
        }
      }
    } catch (EOFException done) {
      // The client is done with this connection.
    } catch (IOException gone) {
      // It is, too.
    }
  }

  /** Promises stream 2: a GET of {@code /pushed} here. */
  private static byte[] promise(int port) throws IOException {
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    block.write(new byte[] {0, 0, 0, 2, (byte) 0x82, (byte) 0x86});
    literal(block, 4, "/pushed");
    literal(block, 1, "127.0.0.1:" + port);
    return block.toByteArray();
  }

  /** A value for a name of the static table, not to be kept (RFC 7541, 6.2.2). */
  private static void literal(ByteArrayOutputStream block, int name, String value)
      throws IOException {
    block.write(name);
    block.write(value.length());
    block.write(value.getBytes(StandardCharsets.US_ASCII));
  }

  private static void frame(OutputStream out, int type, int flags, int stream, byte... payload)
      throws IOException {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    frame.write(payload.length >> 16);
    frame.write(payload.length >> 8);
    frame.write(payload.length);
    frame.write(type);
    frame.write(flags);
    frame.write(new byte[] {0, 0, 0, (byte) stream});
    frame.write(payload);
    out.write(frame.toByteArray());
    out.flush();
  }
}
