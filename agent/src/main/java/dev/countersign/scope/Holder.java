package dev.countersign.scope;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * How a method gets the whole JSON object of a call where it is no map, but stands in an object of
 * its framework's: the parameter is {@link dev.countersign.effect.Parameter#whole}.
 */
public interface Holder {

  /** What an argument holds, to be compared; what cannot be read equals no JSON object. */
  Object read(Object argument);

  /**
   * The same argument with a copy of what it holds, which nobody else has.
   *
   * @param copying makes the copy
   */
  Object copy(Object argument, UnaryOperator<Object> copying);

  /** The same without parameters that the configuration excludes. */
  Holder without(List<String> excluded);
}
