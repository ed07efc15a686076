package dev.countersign.sink.http.netty;

import dev.countersign.effect.HeaderRules;
import dev.countersign.sink.http.HeldBytes;
import dev.countersign.sink.http.RequestHead;
import java.io.IOException;

/**
 * One request as an encoder made it, held until it is judged: copies, which nobody can change. Used
 * by the channel's own thread until it is whole, read by one other thread afterwards.
 */
abstract class Wire {

  /** What was held, as messages of the library's; each once. */
  interface Messages {

    boolean hasNext();

    /**
     * @throws IOException when it is not what was judged
     */
    Object next() throws IOException;

    /** No more of them will be written. */
    void close();
  }

  /**
   * Takes what the encoder wrote of a request that is judged by its head alone, and releases it.
   *
   * @return the same as bytes that nobody changes, as a message of the library's
   */
  abstract Object take(Object message);

  /** Holds what the encoder wrote of a request that is judged with its body, and releases it. */
  abstract void hold(Object message) throws IOException;

  /** What was held. */
  abstract Messages held() throws IOException;

  /** Whether the head is there. */
  abstract boolean hasHead();

  /** Whether all of it is there, as its head says. */
  abstract boolean isWhole();

  /** The body without its framing, where it is judged. */
  abstract HeldBytes body();

  /** Whether its body cannot be held. */
  final boolean isOver() {
    return body().isOver();
  }

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

  /** It was written: the connection may stay open for long, and what it was need not. */
  abstract void forget();
}
