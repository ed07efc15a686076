package dev.countersign.sink.nativecode;

import java.lang.module.ResolvedModule;
import java.util.Optional;

/**
 * Which classes are the JDK's own. What they load is part of the JDK, which is trusted; refusing it
 * would take away {@code java.net} or AWT, not an attack.
 */
public final class JdkCode {

  /**
   * By module, its name and where it came from: {@code -Xbootclasspath/a} and other agents put
   * classes next to those of the JDK, an application may call its module {@code jdk.x}, and a
   * linked image holds the application's modules as well.
   */
  public boolean contains(Class<?> type) {
    Module module = type.getModule();
    String name = module.getName();
    if (name == null
        || !(name.startsWith("java.") || name.startsWith("jdk."))
        || module.getLayer() != ModuleLayer.boot()) {
      return false;
    }
    Optional<ResolvedModule> resolved = ModuleLayer.boot().configuration().findModule(name);
    return resolved.isPresent()
        && resolved.get().reference().location().isPresent()
        && "jrt".equals(resolved.get().reference().location().get().getScheme());
  }
}
