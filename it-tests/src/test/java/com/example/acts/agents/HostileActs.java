package com.example.acts.agents;

import com.example.acts.Act;
import java.io.File;
import java.io.FileOutputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

/**
 * What a second agent can do to the first through {@link java.lang.instrument.Instrumentation}, one
 * method each. After each the tool is attacked; what became of the attack is printed.
 */
public final class HostileActs {

  private static final List<String> GUARDED =
      List.of("java.lang.ProcessImpl", "java.lang.ProcessBuilder", Touch.class.getName());
  private static final List<String> INSTRUMENTATION =
      List.of("sun.instrument.InstrumentationImpl", "sun.instrument.TransformerManager");

  public static void main(String[] arguments) throws Exception {
    Act.perform(HostileActs.class, arguments);
  }

  /** Runs the acts that are named, in that order, in this one JVM. */
  static void all(String[] acts) throws Exception {
    // Everything that an act changes is loaded, woven and used before.
    System.out.println("honest: " + Touch.honest());
    for (String act : acts) {
      Method method = HostileActs.class.getDeclaredMethod(act);
      try {
        method.invoke(null);
      } catch (java.lang.reflect.InvocationTargetException failed) {
        failed.getCause().printStackTrace();
      }
      System.out.println(act + ": " + Touch.attack());
    }
    System.out.println("honest: " + Touch.honest());
  }

  static void stripsByRetransforming() throws Exception {
    transformEach(GUARDED, type -> made -> GateRemover.pristine(type));
  }

  static void takesTheGatesOut() throws Exception {
    transformEach(GUARDED, type -> GateRemover::withoutGates);
  }

  static void callsTheNativeMethodBehindItsWrapper() throws Exception {
    transformEach(List.of("java.lang.ProcessImpl"), type -> GateRemover::aroundTheWrapper);
  }

  static void changesTheGivenBytesInPlace() throws Exception {
    for (String name : GUARDED) {
      Class<?> type = Class.forName(name, false, loader(name));
      int[] length = new int[1];
      // The first changes what it was given and says that it changed nothing; the second hands on
      // what it was given.
      add(
          type,
          bytes -> {
            byte[] without = GateRemover.withoutGates(bytes);
            length[0] = without.length;
            System.arraycopy(without, 0, bytes, 0, without.length);
            return null;
          });
      add(type, bytes -> Arrays.copyOf(bytes, length[0]));
      Hostile.retransform(type);
    }
  }

  static void redefinesAsItWas() throws Exception {
    redefineEach(GUARDED);
  }

  static void stripsTheInstrumentation() throws Exception {
    transformEach(INSTRUMENTATION, type -> made -> GateRemover.pristine(type));
    transformEach(INSTRUMENTATION, type -> GateRemover::withoutGates);
    takesTheGatesOut();
  }

  static void redefinesTheInstrumentation() throws Exception {
    redefineEach(INSTRUMENTATION);
    takesTheGatesOut();
  }

  static void rewritesTheOtherAgentsClasses() throws Exception {
    for (Class<?> type : Hostile.instrumentation.getAllLoadedClasses()) {
      if (type.getName().startsWith("dev.countersign.weave.D")
          || type.getName().startsWith("dev.countersign.gate.")) {
        Hostile.transforming(type, RefuseNothing::inEveryMethod);
      }
    }
  }

  static void removesEveryTransformerItCanReach() throws Exception {
    Set<Object> seen = java.util.Collections.newSetFromMap(new java.util.IdentityHashMap<>());
    for (Class<?> type : Hostile.instrumentation.getAllLoadedClasses()) {
      if (type.getName().startsWith("dev.countersign.")) {
        for (Field field : type.getDeclaredFields()) {
          if (java.lang.reflect.Modifier.isStatic(field.getModifiers())
              && !field.getType().isPrimitive()) {
            field.setAccessible(true);
            reach(field.get(null), seen, 0);
          }
        }
      }
    }
    int removed = 0;
    for (Object reached : seen) {
      if (reached instanceof ClassFileTransformer transformer
          && Hostile.instrumentation.removeTransformer(transformer)) {
        removed++;
      }
    }
    System.out.println("removed: " + removed);
  }

  private static void reach(Object object, Set<Object> seen, int depth) throws Exception {
    if (object == null || depth > 12 || !seen.add(object)) {
      return;
    }
    if (object instanceof Object[] elements) {
      for (Object element : elements) {
        reach(element, seen, depth + 1);
      }
      return;
    }
    for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
      if (type.getName().startsWith("dev.countersign.")) {
        for (Field field : type.getDeclaredFields()) {
          if (!field.getType().isPrimitive()
              && !java.lang.reflect.Modifier.isStatic(field.getModifiers())) {
            field.setAccessible(true);
            reach(field.get(object), seen, depth + 1);
          }
        }
      }
    }
  }

  static void putsAnotherGateOnTheBootClassPath() throws Exception {
    File jar = new File("gate.jar").getAbsoluteFile();
    try (JarOutputStream out = new JarOutputStream(new FileOutputStream(jar))) {
      for (String name : new String[] {"Gate", "GateHandler", "Handoff", "GateToken"}) {
        out.putNextEntry(new ZipEntry("dev/countersign/gate/" + name + ".class"));
        out.write(GateRemover.empty("dev/countersign/gate/" + name));
      }
    }
    Hostile.instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(jar));
    jar.delete();
  }

  static void setsANativePrefixOfItsOwn() throws Exception {
    Class<?> type = Class.forName("java.lang.ProcessImpl", false, null);
    ClassFileTransformer transformer = add(type, bytes -> GateRemover.pristine(type));
    Hostile.instrumentation.setNativeMethodPrefix(transformer, "evil$");
    Hostile.retransform(type);
  }

  /** Opens the JDK's instrumentation to itself and puts its transformer in by reflection. */
  static void addsATransformerByReflection() throws Exception {
    Module module = Class.forName("sun.instrument.InstrumentationImpl").getModule();
    Module own = HostileActs.class.getModule();
    Hostile.instrumentation.redefineModule(
        module, Set.of(), Map.of(), Map.of("sun.instrument", Set.of(own)), Set.of(), Map.of());
    Field field =
        Hostile.instrumentation.getClass().getDeclaredField("mRetransfomableTransformerManager");
    try {
      field.setAccessible(true);
    } catch (java.lang.reflect.InaccessibleObjectException closed) {
      return;
    }
    Object manager = field.get(Hostile.instrumentation);
    Method add = manager.getClass().getMethod("addTransformer", ClassFileTransformer.class);
    add.setAccessible(true);
    for (String name : GUARDED) {
      Class<?> type = Class.forName(name, false, loader(name));
      add.invoke(manager, Hostile.of(name.replace('.', '/'), GateRemover::withoutGates));
      Hostile.retransform(type);
    }
  }

  /** Its own transformers can be taken away again, as with no other agent around. */
  static void removesItsOwn() throws Exception {
    ClassFileTransformer own = add(Touch.class, bytes -> null);
    boolean once = Hostile.instrumentation.removeTransformer(own);
    boolean twice = Hostile.instrumentation.removeTransformer(own);
    System.out.println("own one removed: " + once + ", again: " + twice);
  }

  private interface Change {
    UnaryOperator<byte[]> of(Class<?> type);
  }

  private static void transformEach(List<String> names, Change change) throws Exception {
    for (String name : names) {
      Class<?> type = Class.forName(name, false, loader(name));
      Hostile.transforming(type, change.of(type));
    }
  }

  private static ClassFileTransformer add(Class<?> type, UnaryOperator<byte[]> change) {
    ClassFileTransformer transformer = Hostile.of(type.getName().replace('.', '/'), change);
    Hostile.instrumentation.addTransformer(transformer, true);
    return transformer;
  }

  private static void redefineEach(List<String> names) throws Exception {
    for (String name : new HashSet<>(names)) {
      Class<?> type = Class.forName(name, false, loader(name));
      try {
        Hostile.instrumentation.redefineClasses(
            new ClassDefinition(type, GateRemover.pristine(type)));
      } catch (UnsupportedOperationException | LinkageError impossible) {
        // What the JVM does not allow is no way in.
        continue;
      }
    }
  }

  private static ClassLoader loader(String name) {
    return name.startsWith("com.") ? HostileActs.class.getClassLoader() : null;
  }

  private HostileActs() {}
}
