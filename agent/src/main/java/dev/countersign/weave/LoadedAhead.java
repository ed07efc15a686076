package dev.countersign.weave;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/** The classes that weaving needs first, for a start that has a second processor. */
public final class LoadedAhead {

  /** Loads them and initialises none. */
  public static Class<?>[] load() {
    return new Class<?>[] {
      Weaver.class,
      Site.class,
      Target.class,
      WeavePlan.class,
      ClassReader.class,
      ClassWriter.class,
      GateVisitor.class,
      MethodVisitor.class,
      MethodGate.class,
      Label.class,
      Type.class,
      WovenReport.class,
    };
  }

  private LoadedAhead() {}
}
