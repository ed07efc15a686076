package dev.countersign.scope;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts resolutions of the same task id in the run, from 1: bounded, the least recently used id is
 * forgotten.
 */
final class Attempts {

  private static final int MOST_IDS = 100_000;

  private final Map<String, Integer> counts =
      new LinkedHashMap<>(64, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
          return size() > MOST_IDS;
        }
      };

  synchronized int next(String taskId) {
    Integer count = counts.get(taskId);
    int next = count == null ? 1 : count + 1;
    counts.put(taskId, next);
    return next;
  }
}
