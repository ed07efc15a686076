package dev.countersign.observe;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Where the agent speaks: the process's standard error itself. {@code System.err} is the
 * application's to replace, with its own standard output or with code that would run inside ours.
 */
public final class StandardError {

  /** Never closed: the descriptor is the whole process's. */
  private static final FileOutputStream STREAM = new FileOutputStream(FileDescriptor.err);

  /** Writes one line, marked as ours, in one piece. */
  public static void say(String line) {
    try {
      STREAM.write(("countersign: " + line + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException closed) {
      // Nobody listens, as with System.err; the books do not depend on it.
      return;
    }
  }

  private StandardError() {}
}
