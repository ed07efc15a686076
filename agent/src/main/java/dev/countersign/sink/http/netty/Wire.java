package dev.countersign.sink.http.netty;

import dev.countersign.effect.HeaderRules;
import dev.countersign.sink.http.RequestHead;
import java.io.IOException;
import java.util.List;

/**
 * One request as an encoder made it, held until it is judged: copies, which nobody can change. Used
 * by the channel's own thread until it is whole, read by one other thread afterwards.
 */
abstract class Wire {

  /** What is written on. */
  interface Step {

    /** A message of the library's; once. */
    Object message(NettyLibrary library);

    /** It will not be written. */
    default void drop(NettyLibrary library) {}
  }

  /**
   * Takes what the encoder wrote, and releases it.
   *
   * @param kept whether it has to stay a step of its own: somebody waits for it to be written
   * @return null where it went into another step
   */
  abstract Step take(Object message, boolean kept) throws IOException;

  /** Whether the head is there. */
  abstract boolean hasHead();

  /** Whether all of it is there, as its head says. */
  abstract boolean isWhole();

  /** Whether it has more of a body than is held. */
  abstract boolean isOver();

  /** Whether anything is written behind the head, be it the end of chunks. */
  abstract boolean hasBody();

  /** Why it has no one reading; null when it has one. */
  abstract String malformed();

  /**
   * Method, URL and headers.
   *
   * @throws dev.countersign.canonical.NotCanonicalException when there is no one way to read it
   */
  abstract RequestHead head(HeaderRules rules, Origin origin);

  abstract String method();

  /** As its line or its pseudo header says it. */
  abstract String target();

  /** The body without its framing. */
  abstract List<byte[]> body();

  /** It was written: the connection may stay open for long, and what it was need not. */
  abstract void forget();

  final long length() {
    long length = 0;
    for (byte[] part : body()) {
      length += part.length;
    }
    return length;
  }
}
