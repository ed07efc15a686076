package dev.countersign.framework;

import dev.countersign.config.Configuration;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.Effects;
import dev.countersign.weave.LaterHandlers;
import dev.countersign.weave.Weaver;
import java.util.function.Consumer;

/** Who stands behind the sites of a framework, and what all of them are made of. */
public abstract class FrameworkHandlers extends LaterHandlers {

  protected final Effects effects;
  protected final Configuration configuration;
  protected final Weaver weaver;
  protected final Consumer<String> holes;

  private final String module;
  private final String version;

  /**
   * @param module as the books name it, {@code countersign.mcp}
   * @param version of this agent
   * @param holes hears of what cannot be bound
   */
  protected FrameworkHandlers(
      String module,
      Effects effects,
      Configuration configuration,
      Weaver weaver,
      String version,
      Consumer<String> holes) {
    this.module = module;
    this.effects = effects;
    this.configuration = configuration;
    this.weaver = weaver;
    this.version = version;
    this.holes = holes;
  }

  /** How the books name what was seen at a method. */
  protected final Adapter adapter(String className, String method) {
    return new Adapter(module, version, className + "#" + method);
  }
}
