package dev.countersign.sink.http;

import dev.countersign.effect.Overheard;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * What a body is written into while a copy of it is made: each step goes on as it came. One that
 * fails ends the copy, whatever becomes of the failure: HttpCore 5 takes no notice of the one by
 * which it cuts a body off that the server has answered already.
 */
public final class OverheardStream extends OutputStream {

  private final OutputStream out;
  private final Overheard copy;

  private interface Step {
    void go() throws IOException;
  }

  public OverheardStream(OutputStream out, Overheard copy) {
    this.out = out;
    this.copy = copy;
  }

  @Override
  public void write(int one) throws IOException {
    copy.passes(ByteBuffer.wrap(new byte[] {(byte) one}));
    goesOn(() -> out.write(one));
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    copy.passes(ByteBuffer.wrap(bytes));
    goesOn(() -> out.write(bytes));
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (offset >= 0 && length >= 0 && length <= bytes.length - offset) {
      copy.passes(ByteBuffer.wrap(bytes, offset, length));
    }
    goesOn(() -> out.write(bytes, offset, length));
  }

  @Override
  public void flush() throws IOException {
    goesOn(out::flush);
  }

  @Override
  public void close() throws IOException {
    goesOn(out::close);
  }

  private void goesOn(Step step) throws IOException {
    boolean went = false;
    try {
      step.go();
      went = true;
    } finally {
      if (!went) {
        copy.ends(false);
      }
    }
  }
}
