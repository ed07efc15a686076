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

  /** Whether somebody was told {@link #body}. */
  private boolean told;

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
      body = whole ? copied() : SendBody.ON_TRUST;
      bytes = null;
      listener = hears;
      hears = null;
      told = listener != null;
    }
    if (listener != null) {
      listener.accept(body);
    }
  }

  private SendBody copied() {
    try {
      return SendBody.of(List.of(bytes.toByteArray()), codings, EXPANDED);
    } catch (OutOfMemoryError none) {
      return SendBody.ON_TRUST; // the application's own body has ended all the same
    }
  }

  /**
   * Tells a listener what it came to, once: a body that is read, none, or {@link
   * SendBody#ON_TRUST}; on the thread that sends it, or at once where it is known.
   *
   * <p>There is one for each attempt to send the body, and the copy is of one of them: of the
   * attempt that was made last when it ended, else of the first one made afterwards. The others are
   * told {@link SendBody#ON_TRUST}: one before as soon as the next one is made.
   *
   * @param listener fails with nothing
   */
  public void whenEnded(Consumer<SendBody> listener) {
    Consumer<SendBody> now;
    SendBody came;
    synchronized (this) {
      if (body == null) {
        now = hears;
        came = SendBody.ON_TRUST;
        hears = listener;
      } else {
        now = listener;
        came = told ? SendBody.ON_TRUST : body;
        told = true;
      }
    }
    if (now != null) {
      now.accept(came);
    }
  }
}
