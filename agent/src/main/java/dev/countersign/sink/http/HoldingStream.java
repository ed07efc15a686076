package dev.countersign.sink.http;

import java.io.IOException;
import java.io.OutputStream;

/** What a body is written into while it is held. Closed, it takes nothing more. */
public final class HoldingStream extends OutputStream {

  private final HeldBytes held;
  private boolean closed;

  public HoldingStream(HeldBytes held) {
    this.held = held;
  }

  @Override
  public void write(int one) throws IOException {
    requireOpen();
    held.write(one);
  }

  @Override
  public void write(byte[] from, int offset, int length) throws IOException {
    requireOpen();
    held.write(from, offset, length);
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new IOException("Attempted write to closed stream.");
    }
  }

  @Override
  public void flush() {
    if (!closed) {
      held.flush();
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
