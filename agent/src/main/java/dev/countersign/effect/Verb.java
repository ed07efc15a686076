package dev.countersign.effect;

import dev.countersign.ActionClass;

/** The three effects that are bound (spec 1.1). */
public enum Verb {
  /** Starts a process. */
  EXEC("exec", ActionClass.PROCESS_START),
  /** Sends an HTTP request. */
  SEND("send", ActionClass.NETWORK_REQUEST),
  /** Calls a tool method. */
  INVOKE("invoke", ActionClass.TOOL_CALL);

  private final String text;
  private final ActionClass action;

  Verb(String text, ActionClass action) {
    this.text = text;
    this.action = action;
  }

  /** As it stands in ρ: {@code exec}, {@code send}, {@code invoke}. */
  public String text() {
    return text;
  }

  /** The action class that a refusal names. */
  public ActionClass action() {
    return action;
  }
}
