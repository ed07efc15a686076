package dev.countersign.weave;

/** Finds the cell of the current thread; never null, without application code, without locks. */
public interface CheckCells {

  CheckCell current();
}
