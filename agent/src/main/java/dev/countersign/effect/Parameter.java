package dev.countersign.effect;

import java.lang.reflect.Type;
import java.util.List;

/**
 * A parameter that the model fills (spec 1.3). Parameters that the framework injects, or that the
 * configuration excludes, have none.
 *
 * @param name under which the JSON has it; empty for the whole of it, see {@link #whole}
 * @param type the declared generic type
 * @param defaultValue the JSON value that the framework takes where the JSON has none, {@link
 *     #NO_DEFAULT} without one
 * @param aliases other keys under which the framework looks for it
 */
public record Parameter(String name, Type type, Object defaultValue, List<String> aliases) {

  /** There is no declared default. */
  public static final Object NO_DEFAULT =
      new Object() {
        @Override
        public String toString() {
          return "no default";
        }
      };

  /** Takes its own copy of the aliases. */
  public Parameter {
    aliases = List.copyOf(aliases);
  }

  /**
   * The parameter of a method that takes the whole JSON object instead of one value of it: the only
   * one, or beside others that take one. It has no name.
   */
  public static Parameter whole(Type type) {
    return new Parameter("", type, NO_DEFAULT, List.of());
  }

  /** Whether it takes the whole JSON object. */
  public boolean isWhole() {
    return name.isEmpty();
  }

  /** A parameter without default and aliases. */
  public static Parameter of(String name, Type type) {
    return new Parameter(name, type, NO_DEFAULT, List.of());
  }
}
