package dev.countersign.agent;

import dev.countersign.weave.CheckCell;
import dev.countersign.weave.CheckCells;

/** One cell per thread, made at its first check and never removed. */
final class ThreadCells implements CheckCells {

  private final ThreadLocal<CheckCell> cells = new ThreadLocal<>();

  @Override
  public CheckCell current() {
    CheckCell cell = cells.get();
    if (cell == null) {
      cell = new CheckCell() {};
      cells.set(cell);
    }
    return cell;
  }
}
