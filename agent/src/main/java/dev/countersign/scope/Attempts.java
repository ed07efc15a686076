package dev.countersign.scope;

import dev.countersign.canonical.Blake3;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts resolutions of the same task id in the run, from 1: bounded, the least recently used id is
 * forgotten, and of a long one only a digest is kept, for a model or a client makes it up.
 */
final class Attempts {

  private static final int MOST_IDS = 100_000;

  /** In UTF-16 units; as long as a digest in hexadecimal digits. */
  private static final int LONGEST_ID = 64;

  private final Map<String, Integer> counts =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
          return size() > MOST_IDS;
        }
      };

  int next(String taskId) {
    return count(
        taskId.length() <= LONGEST_ID
            ? taskId
            : Blake3.hex(taskId.getBytes(StandardCharsets.UTF_8)));
  }

  private synchronized int count(String taskId) {
    Integer count = counts.get(taskId);
    int next = count == null ? 1 : count + 1;
    counts.put(taskId, next);
    return next;
  }
}
