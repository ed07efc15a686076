package dev.countersign.sink.http.jetty;

import dev.countersign.sink.http.Members;
import dev.countersign.weave.GatedCall;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;

/** Bodies of Jetty 12, which are read chunk by chunk. */
final class Chunks {

  private final Method read;
  private final Method demand;
  private final Method isFailure;
  private final Method failure;
  private final Method buffer;
  private final Method isLast;
  private final Method release;
  private final Method from;
  private final Method fromFailure;

  Chunks(ClassLoader loader) throws ReflectiveOperationException {
    Class<?> source = Members.type(loader, "org.eclipse.jetty.io.Content$Source");
    Class<?> chunk = Members.type(loader, "org.eclipse.jetty.io.Content$Chunk");
    read = Members.method(source, "read");
    demand = Members.method(source, "demand", Runnable.class);
    isFailure = Members.method(chunk, "isFailure", chunk);
    failure = Members.method(chunk, "getFailure");
    buffer = Members.method(chunk, "getByteBuffer");
    isLast = Members.method(chunk, "isLast");
    release = Members.method(chunk, "release");
    from = Members.method(chunk, "from", ByteBuffer.class, boolean.class);
    fromFailure = Members.method(chunk, "from", Throwable.class);
  }

  // These run code of the application.

  /** Null where there is none yet. */
  Object read(Object content) throws Throwable {
    return GatedCall.plain(read, content, new Object[0]);
  }

  void demand(Object content, Runnable available) throws Throwable {
    GatedCall.plain(demand, content, new Object[] {available});
  }

  /** What failed; null for a chunk of bytes. */
  Throwable failure(Object chunk) {
    return (Boolean) Members.call(isFailure, null, chunk)
        ? (Throwable) Members.call(failure, chunk)
        : null;
  }

  ByteBuffer buffer(Object chunk) {
    return (ByteBuffer) Members.call(buffer, chunk);
  }

  boolean isLast(Object chunk) {
    return (Boolean) Members.call(isLast, chunk);
  }

  void release(Object chunk) {
    Members.call(release, chunk);
  }

  /** A chunk of the library. */
  Object of(ByteBuffer bytes, boolean last) {
    return Members.call(from, null, bytes, last);
  }

  Object of(Throwable failed) {
    return Members.call(fromFailure, null, failed);
  }
}
