package com.example.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketImpl;
import java.net.SocketImplFactory;
import java.net.SocketOptions;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Connections on whose other end there is nobody: a request is over with the byte that only its
 * body ends with, and has its answer then. What a client does by itself takes microseconds so, and
 * no clock, thread or kernel stands between two measurements of it.
 */
public final class CannedSockets implements SocketImplFactory {

  /** Where every connection leads. */
  public static final String URL = "http://127.0.0.1:9/here";

  private static final byte[] ANSWER =
      "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone".getBytes(StandardCharsets.US_ASCII);

  private static boolean installed;

  /** From now on there are no other connections of {@code java.net.Socket} in this JVM. */
  @SuppressWarnings("deprecation") // nothing else reaches the sockets of HttpURLConnection
  public static synchronized void install() {
    if (!installed) {
      try {
        Socket.setSocketImplFactory(new CannedSockets());
      } catch (IOException other) {
        throw new IllegalStateException("this JVM has another factory of sockets", other);
      }
      installed = true;
    }
  }

  @Override
  public SocketImpl createSocketImpl() {
    return new Canned();
  }

  private static final class Canned extends SocketImpl {

    private final Map<Integer, Object> options = new HashMap<>();
    private int unread;

    private final OutputStream out =
        new OutputStream() {
          @Override
          public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
          }

          @Override
          public void write(byte[] bytes, int offset, int length) {
            if (length > 0) {
              byte last = bytes[offset + length - 1];
              if (last == '}' || last == '!') {
                unread = ANSWER.length;
              }
            }
          }
        };

    private final InputStream in =
        new InputStream() {
          @Override
          public int read() throws IOException {
            byte[] one = new byte[1];
            read(one, 0, 1);
            return one[0];
          }

          @Override
          public int read(byte[] into, int offset, int length) throws IOException {
            if (unread == 0) {
              throw new SocketTimeoutException("nothing was asked"); // as after a moment
            }
            int given = Math.min(length, unread);
            System.arraycopy(ANSWER, ANSWER.length - unread, into, offset, given);
            unread -= given;
            return given;
          }

          @Override
          public int available() {
            return unread;
          }
        };

    @Override
    protected void create(boolean stream) {}

    @Override
    protected void connect(String host, int port) throws IOException {
      connect(new InetSocketAddress(host, port), 0);
    }

    @Override
    protected void connect(InetAddress to, int port) {
      connect(new InetSocketAddress(to, port), 0);
    }

    @Override
    protected void connect(SocketAddress to, int timeout) {
      address = ((InetSocketAddress) to).getAddress();
      port = ((InetSocketAddress) to).getPort();
      localport = 1;
    }

    @Override
    protected void bind(InetAddress host, int port) {}

    @Override
    protected void listen(int backlog) {}

    @Override
    protected void accept(SocketImpl accepted) throws IOException {
      throw new IOException("nobody connects to this");
    }

    @Override
    protected InputStream getInputStream() {
      return in;
    }

    @Override
    protected OutputStream getOutputStream() {
      return out;
    }

    @Override
    protected int available() {
      return unread;
    }

    @Override
    protected void close() {}

    @Override
    protected void sendUrgentData(int data) {}

    @Override
    public void setOption(int option, Object value) {
      options.put(option, value);
    }

    @Override
    public Object getOption(int option) {
      Object set = options.get(option);
      if (set != null) {
        return set;
      }
      switch (option) {
        case SocketOptions.SO_BINDADDR:
          return InetAddress.getLoopbackAddress();
        case SocketOptions.SO_TIMEOUT:
          return 0;
        case SocketOptions.SO_SNDBUF:
        case SocketOptions.SO_RCVBUF:
          return 1 << 16;
        default:
          return Boolean.FALSE;
      }
    }
  }
}
