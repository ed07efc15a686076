package dev.countersign.ledger;

/**
 * What a call takes of the ceilings that its arguments are measured by, in the units of {@link
 * Measure}.
 *
 * @param rows {@link Measure#UNREADABLE} where the call has to say it and does not
 * @param spend the same
 */
public record Amounts(long rows, long spend) {

  /** Of what has nothing to measure: it only counts as a call. */
  public static final Amounts NONE = new Amounts(0, 0);

  /**
   * Of a call.
   *
   * @param measuresRows whether its tool's entry names the argument that is its rows
   * @param rows that argument, a JSON value; null for nothing
   * @param measuresSpend whether it names the one that is its spend
   * @param spend that argument
   */
  public static Amounts of(boolean measuresRows, Object rows, boolean measuresSpend, Object spend) {
    return new Amounts(
        measuresRows ? Measure.ROWS.amount(rows) : 0,
        measuresSpend ? Measure.SPEND.amount(spend) : 0);
  }

  // Compared, not switched over: a switch brings a class of its own, and a leader loads none.
  long of(Measure measure) {
    return measure == Measure.SPEND ? spend : measure == Measure.ROWS ? rows : 1;
  }
}
