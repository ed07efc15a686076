package dev.countersign.sink.http.okhttp;

import dev.countersign.sink.http.HeldBytes;
import dev.countersign.weave.GatedCall;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * The client's own sink, which gets what a held body writes at once step by step instead: an {@code
 * okio.BufferedSink} of the library's loader.
 */
final class SteppingSink implements InvocationHandler {

  private final OkLibrary library;
  private final HeldBytes held;
  private final Object real;

  private SteppingSink(OkLibrary library, HeldBytes held, Object real) {
    this.library = library;
    this.held = held;
    this.real = real;
  }

  static Object proxy(OkLibrary library, HeldBytes held, Object real) {
    Class<?> sink = library.bufferedSink();
    return Proxy.newProxyInstance(
        sink.getClassLoader(), new Class<?>[] {sink}, new SteppingSink(library, held, real));
  }

  @Override
  public Object invoke(Object self, Method method, Object[] args) throws Throwable {
    if (!method.getName().equals("write")) {
      return GatedCall.plain(method, real, args);
    }
    held.giveTo(new Steps());
    return self;
  }

  private final class Steps implements HeldBytes.Taker {

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      library.write(real, bytes, offset, length);
    }

    @Override
    public void writeEach(byte[] bytes, int offset, int length) throws IOException {
      library.write(real, bytes, offset, length);
    }

    @Override
    public void flush() throws IOException {
      library.flush(real);
    }
  }
}
