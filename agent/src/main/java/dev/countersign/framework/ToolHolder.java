package dev.countersign.framework;

/** Of a preset's own objects: which object of the application carries a call out. */
public interface ToolHolder {

  /** That object; null where it is not known. */
  Object toolObject();
}
