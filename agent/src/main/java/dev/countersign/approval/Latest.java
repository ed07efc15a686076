package dev.countersign.approval;

import java.util.LinkedHashMap;
import java.util.Map;

/** What is remembered in memory beside files: the {@value #MOST} latest ones. */
final class Latest<V> extends LinkedHashMap<String, V> {

  static final int MOST = 10_000;

  private static final long serialVersionUID = 1L;

  @Override
  protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
    return size() > MOST;
  }
}
