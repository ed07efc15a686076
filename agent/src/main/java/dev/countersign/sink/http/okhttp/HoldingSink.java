package dev.countersign.sink.http.okhttp;

import dev.countersign.sink.http.HeldBytes;
import dev.countersign.weave.GatedCall;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** What a body is written into while it is held: an {@code okio.Sink} of the library's loader. */
final class HoldingSink implements InvocationHandler {

  private static final int BLOCK = 8192;

  private final OkLibrary library;
  private final HeldBytes held;

  private HoldingSink(OkLibrary library, HeldBytes held) {
    this.library = library;
    this.held = held;
  }

  static Object proxy(OkLibrary library, HeldBytes held) {
    Class<?> sink = library.sink();
    return Proxy.newProxyInstance(
        sink.getClassLoader(), new Class<?>[] {sink}, new HoldingSink(library, held));
  }

  @Override
  public Object invoke(Object self, Method method, Object[] args) throws Throwable {
    switch (method.getName()) {
      case "write":
        take(args[0], (Long) args[1]);
        return null;
      case "flush":
        held.flush();
        return null;
      case "close":
        return null;
      case "timeout":
        return library.noTimeout();
      default:
        return GatedCall.plain(method, this, args);
    }
  }

  /** One writing is one step, however large: so is what the client's own sink makes of it. */
  private void take(Object buffer, long count) throws IOException {
    byte[] block = new byte[(int) Math.min(BLOCK, count)];
    held.begin(count);
    long left = count;
    boolean first = true;
    while (left > 0) {
      int n = library.take(buffer, block, (int) Math.min(block.length, left));
      if (n <= 0) {
        throw new IOException("a buffer that has less than was written of it");
      }
      held.write(block, 0, n, first);
      first = false;
      left -= n;
    }
  }
}
