package dev.countersign.sink.http.apache;

import dev.countersign.sink.http.Members;
import dev.countersign.weave.GatedCall;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;

/**
 * The output buffer of a connection. What is written into it can be caught before it is sent; then
 * it is as though nothing had been written, the connection's own counting of bytes included.
 */
abstract class Output {

  private final ApacheLibrary library;

  /** The buffer that the client writes into; perhaps one that logs around the one that buffers. */
  private final Object buffer;

  private final Object innermost;

  private Output(ApacheLibrary library, Object buffer, Object innermost) {
    this.library = library;
    this.buffer = buffer;
    this.innermost = innermost;
  }

  /** Whatever writes a head. */
  interface Writing {
    /**
     * @param out in place of the socket's stream, where the writer is given one
     */
    void into(OutputStream out) throws Throwable;
  }

  /** Has a head written, and takes it out of the buffer. */
  final byte[] caught(Writing writing) throws Throwable {
    if ((Integer) Members.call(library.buffered(), innermost) > 0) {
      flushAll();
    }
    ByteArrayOutputStream caught = new ByteArrayOutputStream(512);
    boolean whole = false;
    try {
      redirect(writing, caught);
      whole = true;
    } finally {
      if (!whole) {
        // Of what failed half-way nothing stays behind.
        redirect(nothing -> {}, new ByteArrayOutputStream());
      }
    }
    library.uncount(buffer, caught.size());
    return caught.toByteArray();
  }

  /** In which the client writes heads. */
  final Charset charset() {
    Field field = library.encoder(innermost.getClass());
    Object encoder = field == null ? null : Members.read(field, innermost);
    return encoder == null ? StandardCharsets.ISO_8859_1 : ((CharsetEncoder) encoder).charset();
  }

  final void write(byte[] bytes) throws Throwable {
    Object[] all = args(bytes);
    GatedCall.plain(library.bufferWrite(), buffer, all);
  }

  abstract Object[] args(byte[] bytes);

  abstract void flushAll() throws Throwable;

  abstract void redirect(Writing writing, OutputStream into) throws Throwable;

  /** The buffer is given the stream with every call. */
  static Output given(ApacheLibrary library, Object buffer, OutputStream stream) {
    return new Output(library, buffer, buffer) {
      @Override
      Object[] args(byte[] bytes) {
        return new Object[] {bytes, 0, bytes.length, stream};
      }

      @Override
      void flushAll() throws Throwable {
        GatedCall.plain(library.flush(), buffer, new Object[] {stream});
      }

      @Override
      void redirect(Writing writing, OutputStream into) throws Throwable {
        writing.into(into);
        GatedCall.plain(library.flush(), buffer, new Object[] {into});
      }
    };
  }

  /** The buffer is bound to its stream. */
  static Output bound(ApacheLibrary library, Object buffer) {
    Object innermost = library.withoutLog(buffer);
    Field stream = library.stream(innermost.getClass());
    Method flush = library.flush();
    return new Output(library, buffer, innermost) {
      @Override
      Object[] args(byte[] bytes) {
        return new Object[] {bytes, 0, bytes.length};
      }

      @Override
      void flushAll() throws Throwable {
        GatedCall.plain(flush, innermost, new Object[0]);
      }

      @Override
      void redirect(Writing writing, OutputStream into) throws Throwable {
        Object real = Members.read(stream, innermost);
        Members.write(stream, innermost, into);
        try {
          writing.into(into);
          GatedCall.plain(flush, innermost, new Object[0]);
        } finally {
          Members.write(stream, innermost, real);
        }
      }
    };
  }
}
