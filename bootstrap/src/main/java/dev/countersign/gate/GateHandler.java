package dev.countersign.gate;

/**
 * The check behind {@link Gate}, implemented behind the agent's own class loader.
 *
 * <p>Both methods may throw anything: {@link Gate} decides what leaves to the application.
 */
public abstract class GateHandler {

  /** Whether an effect that could not be checked is refused; false in {@code observe} mode. */
  public abstract boolean enforcing();

  /**
   * A woven method was entered.
   *
   * @param site the number that the weaver put into the method
   * @param self the receiver; null for static methods and constructors
   * @param args the boxed arguments, private to this call; the handler replaces what shall fire
   * @return a token for {@link #exit}; null when the exit is of no interest
   * @throws dev.countersign.EffectRefusedException when the body must not run
   */
  public abstract Object enter(long site, Object self, Object[] args) throws Throwable;

  /**
   * A woven method that was entered with a token is about to leave.
   *
   * @param result the boxed result; null for void methods and when {@code thrown} is not null
   * @param thrown what the body threw, or null
   * @return what to return in place of {@code result}; ignored when {@code thrown} is not null
   * @throws dev.countersign.EffectRefusedException to be thrown in place of the result, or of
   *     {@code thrown}
   */
  public abstract Object exit(Object token, Object result, Throwable thrown) throws Throwable;

  /**
   * What would become of a call (spec 4).
   *
   * @return a {@link dev.countersign.PreflightResult}, by no more than its name here: it is loaded
   *     when somebody asks
   * @throws IllegalStateException while the agent's start has not ended
   */
  public abstract Object validate(String tool, Object inputs, Object caller);
}
