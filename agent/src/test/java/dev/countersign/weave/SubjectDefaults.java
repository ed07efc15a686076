package dev.countersign.weave;

/** Methods of an interface that have bodies. */
public interface SubjectDefaults {

  default String inherited(int n) {
    return "default " + n;
  }

  static String ofInterface(String text) {
    return "static " + text;
  }
}
