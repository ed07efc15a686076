package dev.countersign.weave;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether there is a scope that any thread or task could carry, however it came by it. What is
 * woven for scopes only ({@link Site.Builder#carryingScopes}) is not entered while there is none:
 * before the first tool call, and again some seconds after the garbage collector found the last
 * scope.
 *
 * <p>Each scope holds the mark of its time, so that a mark is reachable for as long as one of its
 * scopes is. Whoever can be handed a scope was preceded by its {@link #mark}, and sees that there
 * is one. Thread-safe.
 */
public final class LiveScopes {

  private static final Object LOCK = new Object();

  /** Marks that are given to nobody any more, but may be held. Under the lock. */
  static final List<WeakReference<Object>> EARLIER = new ArrayList<>();

  /** The mark that scopes get, while one of them holds it. Set under the lock. */
  static volatile WeakReference<Object> current = new WeakReference<>(null);

  static volatile boolean any;

  static boolean any() {
    return any;
  }

  /** What a scope has to hold for as long as it is there; before anybody can carry it. */
  public static Object mark() {
    Object mark = current.get();
    return mark == null ? newMark() : mark;
  }

  private static Object newMark() {
    synchronized (LOCK) {
      Object mark = current.get();
      if (mark == null) {
        any = true;
        mark = new Object();
        current = new WeakReference<>(mark);
      }
      return mark;
    }
  }

  /**
   * Looks whether the last scope is gone; every few seconds. Whoever comes later gets a new mark:
   * an old object is collected late.
   *
   * <p>Where a preview of an application ever ran there is always one. What others submit is kept
   * from then on, lest it change places with what a preview does.
   */
  public static void look() {
    synchronized (LOCK) {
      int held = 0;
      for (int i = 0; i < EARLIER.size(); i++) {
        if (!EARLIER.get(i).refersTo(null)) {
          EARLIER.set(held++, EARLIER.get(i));
        }
      }
      EARLIER.subList(held, EARLIER.size()).clear();
      if (!current.refersTo(null)) {
        EARLIER.add(current);
        current = new WeakReference<>(null);
      } else if (held == 0 && !CheckCell.anyClosed) {
        any = false;
      }
    }
  }

  private LiveScopes() {}
}
