package dev.countersign.sink.http.apache;

import dev.countersign.sink.http.HeldBytes;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.GatedCall;
import dev.countersign.weave.OpenProxy;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;

/**
 * Stands in for an entity while it is sent: writes what was judged, in the steps in which the
 * application wrote it, for chunks are made of them. Where nothing was, or it was written already,
 * or it would be framed in another way than the head says, the connection is cut instead.
 */
final class HeldEntity implements InvocationHandler {

  private final Object entity;
  private final Wire wire;
  private final Attempt attempt;
  private final ApacheLibrary library;

  private HeldEntity(Object entity, Wire wire, Attempt attempt, ApacheLibrary library) {
    this.entity = entity;
    this.wire = wire;
    this.attempt = attempt;
    this.library = library;
  }

  /**
   * @param wire null where the connection is not known
   * @param attempt null where no head was judged
   */
  static Object of(Object entity, Wire wire, Attempt attempt, ApacheLibrary library) {
    return OpenProxy.of(library.entityType(), new HeldEntity(entity, wire, attempt, library));
  }

  @Override
  public Object invoke(Object self, Method method, Object[] args) throws Throwable {
    switch (method.getName()) {
      case "writeTo":
        write((OutputStream) args[0]);
        return null;
      case "getTrailers":
        return null; // with some it was refused
      default:
        return GatedCall.plain(method, entity, args);
    }
  }

  private void write(OutputStream out) throws IOException {
    boolean judged = attempt != null && attempt.held() != null;
    // Written once more, it would be another request to whoever reads it.
    boolean again = judged && attempt.isBodyWritten();
    if (!judged || again || !library.frames(out, attempt.head())) {
      if (wire != null) {
        wire.cut();
      }
      throw attempt == null ? Sends.beyondBounds() : attempt.refused();
    }
    attempt.bodyWritten();
    try {
      attempt.held().giveTo(new Into(out));
    } finally {
      attempt.release();
    }
  }

  private record Into(OutputStream out) implements HeldBytes.Taker {

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
    }

    @Override
    public void writeEach(byte[] bytes, int offset, int length) throws IOException {
      for (int i = 0; i < length; i++) {
        out.write(bytes[offset + i]);
      }
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }
  }
}
