package dev.countersign.verify;

import java.util.concurrent.atomic.AtomicLong;

/** How far a run has come, for somebody who looks at it from another thread. */
public final class Progress {

  private final AtomicLong entries = new AtomicLong();

  /** Entries that were taken so far; a chain that is read twice counts twice. */
  public long entries() {
    return entries.get();
  }

  void entry() {
    entries.setPlain(entries.getPlain() + 1); // one writer; the reader may be a moment behind
  }
}
