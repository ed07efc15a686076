package dev.countersign.effect;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

/**
 * A copy of a body that is sent unread, made while it passes (spec 5.8): nothing waits for it, and
 * nothing of it is changed. It is whole once its end has passed; a longer one, one that is given
 * up, and one for whose copy there is no memory are none. Thread-safe.
 */
public final class Overheard {

  /** Bytes that are copied. */
  public static final int MOST = 16 << 10;

  /** Bytes that a coding may expand to. */
  private static final int EXPANDED = 1 << 20;

  private final List<String> codings;
  private ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
  private SendBody body;
  private Consumer<SendBody> hears;

  /**
   * @param codings values of {@code content-encoding}, in their order
   */
  public Overheard(List<String> codings) {
    this.codings = List.copyOf(codings);
  }

  /** Some bytes are about to be sent; the buffer stays as it is. */
  public void passes(ByteBuffer buffer) {
    boolean room;
    synchronized (this) {
      if (body != null) {
        return;
      }
      room = buffer.remaining() <= MOST - bytes.size();
      if (room) {
        try {
          byte[] copy = new byte[buffer.remaining()];
          buffer.duplicate().get(copy);
          bytes.write(copy, 0, copy.length);
        } catch (OutOfMemoryError none) {
          room = false; // the application's own bytes go on
        }
      }
    }
    if (!room) {
      ends(false);
    }
  }

  /**
   * Nothing comes any more; what is told later is not heard.
   *
   * @param whole whether all of it has passed
   */
  public void ends(boolean whole) {
    Consumer<SendBody> listener;
    synchronized (this) {
      if (body != null) {
        return;
      }
      body =
          whole ? SendBody.of(List.of(bytes.toByteArray()), codings, EXPANDED) : SendBody.ON_TRUST;
      bytes = null;
      listener = hears;
      hears = null;
    }
    if (listener != null) {
      listener.accept(body);
    }
  }

  /**
   * Tells the one listener what it came to, once: a body that is read, none, or {@link
   * SendBody#ON_TRUST}; on the thread that sends it, or at once where it is known.
   */
  public void whenEnded(Consumer<SendBody> listener) {
    synchronized (this) {
      if (body == null) {
        hears = listener;
        return;
      }
    }
    listener.accept(body);
  }
}
