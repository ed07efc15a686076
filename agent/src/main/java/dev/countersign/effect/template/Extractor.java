package dev.countersign.effect.template;

import java.util.ArrayList;
import java.util.List;

/** Stub. */
public final class Extractor {
  /** Stub. */
  public static Extractor parse(String text) {
    return read(text, "");
  }
  static Extractor read(String expression, String place) {
    return new Extractor();
  }
  /** Stub. */
  public boolean needsResult() {
    return false;
  }
  /** Stub. */
  public Object extract(Object self, Object[] args, Object result) {
    return null;
  }
}
