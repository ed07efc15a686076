package dev.countersign.framework.mcp;

import dev.countersign.effect.Parameter;
import dev.countersign.framework.Accessors;
import dev.countersign.framework.BoundTool;
import dev.countersign.framework.Built;
import dev.countersign.ledger.Capture;
import dev.countersign.scope.PlanSource;
import dev.countersign.scope.ToolMethod;
import dev.countersign.weave.WovenMethod;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@code tools/call} is asked with: a {@code CallToolRequest}, which is a final record of the
 * library, so that reading it runs nothing else; or what somebody sends who makes messages himself,
 * a map of the JDK's.
 *
 * @param request the record, or what stands in its place
 * @param name of the tool; null where it cannot be told
 * @param arguments its map, as everybody who holds it may change it; null for none
 * @param readable whether it is known what the library writes of this
 */
record CalledTool(Object request, String name, Map<?, ?> arguments, boolean readable) {

  /** What a method carries out that gets such a request: its arguments are compared as one map. */
  static BoundTool behind(WovenMethod called) {
    return new BoundTool(
        new ToolMethod(
            ToolMethod.text(called.className(), called.method(), called.descriptor()),
            List.of(Parameter.whole(Map.class)),
            List.of(0)),
        PlanSource.NONE,
        Capture.WRAPPER_ASYNC,
        called,
        null);
  }

  static boolean is(Object request) {
    return Accessors.isExactly(request, Library.CALL);
  }

  /** Of a record of the library's. */
  static CalledTool of(Object request) {
    return new CalledTool(
        request,
        (String) Accessors.get(request, "name"),
        (Map<?, ?>) Accessors.get(request, "arguments"),
        true);
  }

  /**
   * Of the parameters of whatever message. What is no record of the library and no map of the JDK
   * is written by code of the application: nobody knows what of it is sent.
   */
  static CalledTool ofParameters(Object params) {
    if (is(params)) {
      return of(params);
    }
    Map<String, Object> json = params instanceof Map<?, ?> map ? Built.snapshot(map) : null;
    if (json == null || !(json.get("name") instanceof String name)) {
      return new CalledTool(params, null, null, false);
    }
    Map<?, ?> members = (Map<?, ?>) params;
    for (Object key : members.keySet()) {
      if (!(key instanceof String)) {
        // Its text may be that of a member which the map, asked for it by name, does not have.
        return new CalledTool(params, null, null, false);
      }
    }
    Object arguments = members.get("arguments");
    return arguments == null || arguments instanceof Map<?, ?>
        ? new CalledTool(params, name, (Map<?, ?>) arguments, true)
        : new CalledTool(params, null, null, false);
  }

  /** The arguments that are compared: no map is an empty one. */
  Map<?, ?> compared(List<String> excluded) {
    if (arguments == null) {
      return new LinkedHashMap<>();
    }
    if (excluded.isEmpty()) {
      return arguments;
    }
    Map<Object, Object> kept = new LinkedHashMap<>(arguments);
    kept.keySet().removeAll(excluded);
    return kept;
  }

  /** The same request as another object; its arguments are the very map. */
  Object again() {
    return Records.with(request, "arguments", arguments);
  }

  /**
   * The same request with the arguments that were compared, which nobody else holds, in the place
   * of its own; excluded ones stay where they were.
   */
  Object with(Map<?, ?> compared, List<String> excluded) {
    Map<?, ?> now = compared;
    if (arguments == null) {
      now = null;
    } else if (!excluded.isEmpty()) {
      Map<Object, Object> all = new LinkedHashMap<>(arguments);
      all.keySet().retainAll(excluded);
      all.putAll(compared);
      now = all;
    }
    if (is(request)) {
      return Records.with(request, "arguments", now);
    }
    Map<Object, Object> all = new LinkedHashMap<>();
    for (Map.Entry<?, ?> member : ((Map<?, ?>) request).entrySet()) {
      all.put(member.getKey(), JsonCopy.of(member.getValue()));
    }
    all.put("name", name);
    if (now != null) {
      all.put("arguments", now);
    }
    return all;
  }
}
