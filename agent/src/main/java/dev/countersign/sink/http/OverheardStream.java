package dev.countersign.sink.http;

import dev.countersign.effect.Overheard;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/** What a body is written into while a copy of it is made: each step goes on as it came. */
public final class OverheardStream extends OutputStream {

  private final OutputStream out;
  private final Overheard copy;

  public OverheardStream(OutputStream out, Overheard copy) {
    this.out = out;
    this.copy = copy;
  }

  @Override
  public void write(int one) throws IOException {
    copy.passes(ByteBuffer.wrap(new byte[] {(byte) one}));
    out.write(one);
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    copy.passes(ByteBuffer.wrap(bytes));
    out.write(bytes);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (offset >= 0 && length >= 0 && length <= bytes.length - offset) {
      copy.passes(ByteBuffer.wrap(bytes, offset, length));
    }
    out.write(bytes, offset, length);
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
