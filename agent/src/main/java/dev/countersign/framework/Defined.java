package dev.countersign.framework;

import dev.countersign.pin.Definition;
import dev.countersign.scope.PinSource;
import java.util.Map;

/** A tool's definition that nobody changes any more; its digest is taken once. */
public final class Defined implements PinSource {

  private final Map<String, Object> definition;
  private String digest;

  /**
   * @param definition as {@link Definition#of} shapes it; not to be changed
   */
  public Defined(Map<String, Object> definition) {
    this.definition = definition;
  }

  @Override
  public Map<String, Object> definition() {
    return definition;
  }

  @Override
  public String digest() {
    String known = digest;
    if (known == null) {
      // Two threads may both take it; they get the same.
      known = Definition.digest(definition);
      digest = known;
    }
    return known;
  }

  /** Asks for one each time. */
  public interface Reader extends PinSource {

    /** As it is now; null where none was seen. */
    Defined read();

    @Override
    default Map<String, Object> definition() {
      Defined now = read();
      return now == null ? null : now.definition();
    }

    @Override
    default String digest() {
      Defined now = read();
      return now == null ? null : now.digest();
    }
  }
}
