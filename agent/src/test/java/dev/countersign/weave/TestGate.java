package dev.countersign.weave;

import dev.countersign.gate.GateHandler;
import dev.countersign.gate.Handoff;

/** The gate takes its handler once per JVM; tests change what stands behind it. */
public final class TestGate extends GateHandler {

  private static volatile GateHandler behind;

  static {
    if (!Handoff.give(new TestGate())) {
      throw new IllegalStateException("the gate of this test JVM has another handler already");
    }
  }

  /** From now on this handler answers. */
  public static void use(GateHandler handler) {
    behind = handler;
  }

  @Override
  public boolean enforcing() {
    return behind.enforcing();
  }

  @Override
  public Object enter(long site, Object self, Object[] args) throws Throwable {
    return behind.enter(site, self, args);
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) throws Throwable {
    return behind.exit(token, result, thrown);
  }

  @Override
  public Object validate(String tool, Object inputs, Object caller) {
    return behind.validate(tool, inputs, caller);
  }
}
