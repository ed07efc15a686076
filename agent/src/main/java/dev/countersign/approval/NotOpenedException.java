package dev.countersign.approval;

import java.io.IOException;

/**
 * A file that could not be opened in time, of which nothing is known by that: what lies there may
 * be the answer that somebody waits for. Nothing happens by it now, and it stays what it is.
 */
final class NotOpenedException extends IOException {

  private static final long serialVersionUID = 1L;

  NotOpenedException(String why) {
    super(why);
  }
}
