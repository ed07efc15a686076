package dev.countersign.scope;

import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * Which object of the application carries the calls of a tool out, as it was seen last; for its
 * preview (spec 4). Keeps no object alive. Thread-safe.
 */
final class ToolObjects {

  /** Tools beyond are asked only where the configuration names a static method. */
  private static final int MOST = 10_000;

  /**
   * What carries one call out, as long as that call is judged.
   *
   * @param holder the framework's object, or the tool's own
   * @param reader what of the holder is the tool's own
   */
  record Held(Object holder, UnaryOperator<Object> reader) {

    /** The tool's object; null where there is none. */
    Object read() {
      return reader.apply(holder);
    }
  }

  private record Seen(WeakReference<Object> holder, UnaryOperator<Object> reader) {}

  private final ConcurrentHashMap<String, Seen> byTool = new ConcurrentHashMap<>();

  /** Costs a look-up where nothing is new. */
  void seen(String tool, Object holder, UnaryOperator<Object> reader) {
    Seen known = byTool.get(tool);
    if (known == null ? byTool.size() < MOST : !known.holder.refersTo(holder)) {
      byTool.put(tool, new Seen(new WeakReference<>(holder), reader));
    }
  }

  /** The same, where no framework has told of one. */
  void seenIfUnknown(String tool, Object holder, UnaryOperator<Object> reader) {
    Seen known = byTool.get(tool);
    if (known == null || known.holder.refersTo(null)) {
      seen(tool, holder, reader);
    }
  }

  /** The tool's object; null where none is known, or none is left. */
  Object of(String tool) {
    Seen known = byTool.get(tool);
    Object holder = known == null ? null : known.holder.get();
    return holder == null ? null : known.reader.apply(holder);
  }
}
