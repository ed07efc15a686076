package dev.countersign;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;

/** What an application in a JVM with the agent may try; needs nothing but the JDK. */
public final class StartApplication {

  /** Prints one line, or how far reflection gets. */
  public static void main(String[] args) throws Exception {
    if (args[0].equals("hello")) {
      System.out.println("hello");
      return;
    }
    for (String name :
        new String[] {
          "dev.countersign.agent.Startup",
          "dev.countersign.weave.Weaver",
          "dev.countersign.shaded.asm.ClassReader"
        }) {
      try {
        Class.forName(name);
        System.out.println("visible: " + name);
      } catch (ClassNotFoundException hidden) {
        System.out.println("hidden: " + name);
      }
    }
    Field handler = Class.forName("dev.countersign.gate.Gate").getDeclaredField("HANDLER");
    handler.setAccessible(true);
    Object behind = handler.get(null);
    try {
      handler.set(null, null);
      System.out.println("replaced: HANDLER");
    } catch (IllegalAccessException constant) {
      System.out.println("final: HANDLER");
    }
    System.out.println(reach(behind));
  }

  /** Follows every field that reflection opens. */
  private static String reach(Object from) throws IllegalAccessException {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Object> next = new ArrayDeque<>();
    next.add(from);
    while (!next.isEmpty()) {
      Object object = next.remove();
      if (!seen.add(object)) {
        continue;
      }
      if (object instanceof java.lang.reflect.AnnotatedElement) {
        continue;
      }
      if (object.getClass().getName().startsWith("sun.instrument")) {
        return "reached an Instrumentation";
      }
      if (object instanceof Object[] array) {
        for (int i = 0; i < Array.getLength(array); i++) {
          if (array[i] != null) {
            next.add(array[i]);
          }
        }
      }
      if (object instanceof Iterable<?> elements && !(object instanceof java.nio.file.Path)) {
        elements.forEach(element -> next.add(element == null ? "" : element));
      }
      if (object instanceof java.util.Map<?, ?> map) {
        next.addAll(map.values());
      }
      for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
        for (Field field : type.getDeclaredFields()) {
          if (field.getType().isPrimitive()) {
            continue;
          }
          try {
            field.setAccessible(true);
          } catch (InaccessibleObjectException closed) {
            continue;
          }
          Object value = field.get(Modifier.isStatic(field.getModifiers()) ? null : object);
          if (value != null) {
            next.add(value);
          }
        }
      }
    }
    return "no Instrumentation in " + seen.size() + " objects";
  }

  private StartApplication() {}
}
