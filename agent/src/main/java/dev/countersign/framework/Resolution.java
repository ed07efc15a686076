package dev.countersign.framework;

import dev.countersign.scope.CallScope;
import dev.countersign.scope.PinSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the framework was about to do when a call was resolved: travels with the call's scope, as
 * the reader of its tool definition, so that later hooks know that they belong to it.
 *
 * @param request the framework's object that asks for the call
 * @param executor the framework's object that carries it out
 * @param tool what will carry it out
 * @param source reads the definition that led to the request
 * @param excluded parameters that the entry of the tool excludes
 */
public record Resolution(
    Object request, Object executor, BoundTool tool, PinSource source, List<String> excluded)
    implements PinSource {

  /** The arguments without excluded ones; null for null. */
  public static Map<String, Object> without(List<String> excluded, Map<String, Object> presented) {
    if (presented == null || excluded.isEmpty()) {
      return presented;
    }
    Map<String, Object> kept = new LinkedHashMap<>(presented);
    kept.keySet().removeAll(excluded);
    return kept;
  }

  /** The resolution that a scope came from; null when it came from elsewhere. */
  public static Resolution of(CallScope scope) {
    return scope != null && scope.call() != null && scope.call().pin() instanceof Resolution here
        ? here
        : null;
  }

  @Override
  public Map<String, Object> definition() {
    return source.definition();
  }

  @Override
  public String digest() {
    return source.digest();
  }
}
