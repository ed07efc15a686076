package dev.countersign.approval;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;

/**
 * Something with a file that can be begun again: an interrupted thread of the application must
 * neither lose its interrupt nor its call, and channels close themselves under one.
 */
public abstract class Uninterrupted<T> {

  protected abstract T once() throws IOException;

  /** The whole of it, from its begin as often as it takes. */
  public final T whole() throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try {
          return once();
        } catch (ClosedByInterruptException again) {
          interrupted = true;
          Thread.interrupted();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
