package dev.countersign;

/** The coarse kind of an effect, the only thing that a refusal says about it (spec 1.7). */
public enum ActionClass {
  /** A process is started. */
  PROCESS_START("process start"),
  /** An HTTP request is sent. */
  NETWORK_REQUEST("network request"),
  /** A tool method is called. */
  TOOL_CALL("tool call"),
  /** Native code is loaded or called. */
  NATIVE_CODE("use of native code"),
  /** A method that is an agent of its own is called. */
  DELEGATION("delegation to an agent"),
  /** The JVM is ended, or something is put off until it ends. */
  JVM_END("end of the JVM");

  private final String text;

  ActionClass(String text) {
    this.text = text;
  }

  /** The words that stand in a refusal, for example {@code process start}. */
  public String text() {
    return text;
  }
}
