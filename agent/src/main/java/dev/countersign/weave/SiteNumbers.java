package dev.countersign.weave;

import dev.countersign.ActionClass;
import dev.countersign.canonical.Randomness;
import dev.countersign.gate.Gate;

/**
 * The numbers that woven code passes to the gate, and what they stand for. Application code can
 * call the gate as well, so a number is 42 random bits around its index and its action class; only
 * whole numbers are found.
 *
 * <p>Thread-safe; {@link #find} takes no lock.
 */
final class SiteNumbers {

  private static final int LIMIT = 1 << Gate.ACTION_SHIFT;

  private volatile WovenSite[] table = new WovenSite[64];
  private int used;

  WovenSite find(long number) {
    WovenSite[] table = this.table;
    int index = (int) number & (LIMIT - 1);
    WovenSite site = index < table.length ? table[index] : null;
    return site != null && site.number == number ? site : null;
  }

  /**
   * Draws a number and keeps what it stands for.
   *
   * @throws IllegalStateException after 2^20 definitions
   */
  synchronized WovenSite add(Site[] sites, WovenMethod woven, boolean sealed) {
    if (used == LIMIT) {
      throw new IllegalStateException("more than " + LIMIT + " woven methods");
    }
    ActionClass action = sites[0].action();
    long number =
        Randomness.nextLong() << (Gate.ACTION_SHIFT + 2)
            | (long) action.ordinal() << Gate.ACTION_SHIFT
            | used;
    WovenSite site = new WovenSite(number, sites, woven, sealed);
    WovenSite[] table = this.table;
    if (used == table.length) {
      WovenSite[] larger = new WovenSite[table.length * 2];
      System.arraycopy(table, 0, larger, 0, used);
      larger[used++] = site;
      this.table = larger;
    } else {
      table[used++] = site;
      // Publishes the element to readers of the volatile field.
      this.table = table;
    }
    return site;
  }
}
