package dev.countersign.policy;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;

/**
 * A connection that is over at a moment, however slowly its other end sends: what is below TLS, so
 * that a handshake is bounded as well.
 */
final class DeadlineSocket extends Socket {

  private static final long NANOS = 1_000_000;

  private final long ends;

  /**
   * @param millis from now on
   */
  DeadlineSocket(long millis) {
    // Neither the application's proxies nor its system properties say where this goes.
    super(Proxy.NO_PROXY);
    this.ends = System.nanoTime() + millis * NANOS;
  }

  void connect(InetSocketAddress address) throws IOException {
    if (address.isUnresolved()) {
      throw new IOException("the name " + address.getHostString() + " is not known");
    }
    connect(address, remaining());
  }

  private int remaining() throws IOException {
    long left = (ends - System.nanoTime()) / NANOS;
    if (left <= 0) {
      throw tooLong();
    }
    return (int) left;
  }

  private static SocketTimeoutException tooLong() {
    return new SocketTimeoutException("the server takes too long");
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return new FilterInputStream(super.getInputStream()) {
      @Override
      public int read() throws IOException {
        setSoTimeout(remaining());
        try {
          return in.read();
        } catch (SocketTimeoutException over) {
          throw tooLong();
        }
      }

      @Override
      public int read(byte[] bytes, int from, int length) throws IOException {
        setSoTimeout(remaining());
        try {
          return in.read(bytes, from, length);
        } catch (SocketTimeoutException over) {
          throw tooLong();
        }
      }
    };
  }
}
