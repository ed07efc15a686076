package com.example.acts.agents;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.function.UnaryOperator;

/** A second agent that means harm: it hands its instrumentation to the acts. */
public final class Hostile {

  static Instrumentation instrumentation;

  public static void premain(String options, Instrumentation given) {
    instrumentation = given;
  }

  public static void agentmain(String options, Instrumentation given) {
    instrumentation = given;
  }

  /** Takes the gates out of those classes, whether they are loaded or come later. */
  public static void takeGatesOut(String... classNames) throws Exception {
    for (String name : classNames) {
      instrumentation.addTransformer(of(name.replace('.', '/'), GateRemover::withoutGates), true);
    }
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (java.util.Arrays.asList(classNames).contains(loaded.getName())) {
        retransform(loaded);
      }
    }
  }

  /** Makes another class file of that class, now and whenever somebody has it woven again. */
  static ClassFileTransformer transforming(Class<?> type, UnaryOperator<byte[]> change)
      throws Exception {
    ClassFileTransformer transformer = of(type.getName().replace('.', '/'), change);
    instrumentation.addTransformer(transformer, true);
    retransform(type);
    return transformer;
  }

  static ClassFileTransformer of(String internalName, UnaryOperator<byte[]> change) {
    return new ClassFileTransformer() {
      @Override
      public byte[] transform(
          ClassLoader loader,
          String name,
          Class<?> redefined,
          ProtectionDomain domain,
          byte[] classFile) {
        return internalName.equals(name) ? change.apply(classFile) : null;
      }
    };
  }

  static void retransform(Class<?> type) throws Exception {
    try {
      instrumentation.retransformClasses(type);
    } catch (UnsupportedOperationException | LinkageError impossible) {
      // What the JVM does not allow is no way in.
      return;
    }
  }

  private Hostile() {}
}
