package com.example.acts.tools;

import com.example.acts.Act;
import java.io.File;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.Callable;

/**
 * What an application may try against the agent itself; each ends with the attack that must be
 * refused all the same.
 */
public final class IntegrityActs {

  private static final Desk DESK = new Desk();
  private static final long BOTTOM = Integer.MAX_VALUE;
  private static final String COPY = "{\"from\":\"a\",\"to\":\"b\"}";

  public static void main(String[] arguments) throws Exception {
    Act.perform(IntegrityActs.class, arguments);
  }

  /** The tool: starts one process, with what it was given or with what an attacker made of it. */
  static final class Copier {
    String copy(String from, String to) throws Exception {
      return start(from, to);
    }

    String copyElsewhere(String from, String to) throws Exception {
      return start(from, to + ".evil");
    }

    private static String start(String from, String to) throws Exception {
      Process process = new ProcessBuilder("cp", "--", from, to).start();
      return "exit " + process.waitFor();
    }
  }

  static void honest() throws Exception {
    System.out.println(DESK.dispatch("copy", COPY, () -> new Copier().copy("a", "b")));
  }

  static void honestWithErrorsOnStandardOutput() throws Exception {
    System.setErr(System.out);
    DESK.dispatch("copy", COPY, () -> "none");
    new Copier();
  }

  private static void attack() throws Exception {
    DESK.dispatch("copy_elsewhere", COPY, () -> new Copier().copyElsewhere("a", "b"));
  }

  /** B24. */
  static void settingsChangedAfterStart() throws Exception {
    System.setProperty("countersign.mode", "observe");
    System.setProperty("COUNTERSIGN_CONFIG", "/dev/null");
    new File("../countersign.yaml").delete();
    attack();
  }

  /** B24. */
  static void everyPropertyCleared() throws Exception {
    // JDK 17 itself needs os.name for its first process.
    new ProcessBuilder("true").start().waitFor();
    System.getProperties().clear();
    attack();
  }

  /**
   * B23: everything that an application can name of the agent is called, guessed or overwritten.
   */
  static void agentClassesCalled() throws Exception {
    Class<?> gate = Class.forName("dev.countersign.gate.Gate");
    for (Class<?> type : new Class<?>[] {gate, Class.forName("dev.countersign.gate.Handoff")}) {
      for (Method method : type.getDeclaredMethods()) {
        Object[] arguments = new Object[method.getParameterCount()];
        for (int i = 0; i < arguments.length; i++) {
          arguments[i] = method.getParameterTypes()[i] == long.class ? (Object) 1L : null;
        }
        method.setAccessible(true);
        quietly(() -> method.invoke(null, arguments));
      }
      for (Field field : type.getDeclaredFields()) {
        field.setAccessible(true);
        quietly(
            () -> {
              field.set(null, null);
              return null;
            });
      }
    }
    attack();
  }

  /** B23: what stands behind the gate is read from its field, and everything from there on. */
  static void handlerTakenApart() throws Exception {
    Class<?> gate = Class.forName("dev.countersign.gate.Gate");
    Set<Object> reached = Collections.newSetFromMap(new IdentityHashMap<>());
    Field field = gate.getDeclaredField("HANDLER");
    field.setAccessible(true);
    disarm(field.get(null), reached);
    VarHandle handler =
        MethodHandles.privateLookupIn(gate, MethodHandles.lookup())
            .findStaticVarHandle(
                gate, "HANDLER", Class.forName("dev.countersign.gate.GateHandler"));
    disarm(handler.get(), reached);
    System.out.println("reached: " + reached.size());
    attack();
  }

  private static void disarm(Object object, Set<Object> reached) throws Exception {
    if (object == null || !reached.add(object)) {
      return;
    }
    if (object instanceof Object[] elements) {
      java.util.Arrays.fill(elements, null);
      return;
    }
    for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        try {
          field.setAccessible(true);
        } catch (InaccessibleObjectException closed) {
          continue;
        }
        if (field.getName().equals("enforcing") && field.getType() == boolean.class) {
          field.setBoolean(object, false);
        } else if (field.getType().getName().contains("dev.countersign.")
            && !Modifier.isStatic(field.getModifiers())) {
          disarm(field.get(object), reached);
        }
      }
    }
  }

  private static void quietly(Callable<?> attempt) throws Exception {
    try {
      attempt.call();
    } catch (InvocationTargetException
        | IllegalAccessException
        | IllegalArgumentException
        | NullPointerException refused) {
      return;
    }
  }

  /** B26: at every depth near the end of the stack, the attack is tried once. */
  static void nearTheEndOfTheStack() throws Exception {
    DESK.dispatch(
        "copy_elsewhere",
        COPY,
        () -> {
          deeper(new Copier(), 0);
          return null;
        });
  }

  private static void deeper(Copier copier, int depth) {
    try {
      if (depth < Integer.MAX_VALUE) {
        deeper(copier, depth + 1);
      }
    } finally {
      try {
        copier.copyElsewhere("a", "b");
      } catch (Exception | StackOverflowError refused) {
        // Tried again one frame further up.
      }
    }
  }

  /** Turns what was judged into a command; the configuration binds what it returns. */
  static final class Planner {
    String[] plan(String from, String to) {
      return new String[] {"cp", "--", from, to};
    }
  }

  /**
   * B26 at an exit: the command is returned as near to the end of the stack as it can be, and
   * another one is started where there is room again.
   */
  static void plannedNearTheEndOfTheStack() throws Exception {
    // The first round does not dive, so that no class is left to be loaded in those that do.
    for (int round = 0; round < 40; round++) {
      long start = round == 0 ? BOTTOM : round;
      String[][] planned = new String[1][];
      Thread thread =
          new Thread(
              null,
              () -> {
                planned[0] = planned(new Planner(), start);
                quietlyTouch("evil");
              },
              "round",
              512 << 10);
      thread.start();
      thread.join();
      if (planned[0] == null) {
        throw new IllegalStateException("not even with room");
      }
    }
  }

  private static String[] planned(Planner planner, long depth) {
    String[] deeper = null;
    try {
      deeper = depth < BOTTOM ? planned(planner, depth + 1) : null;
    } catch (StackOverflowError end) {
      deeper = null;
    }
    if (deeper != null) {
      return deeper;
    }
    try {
      return planner.plan("a", "b");
    } catch (SecurityException | StackOverflowError refused) {
      return null;
    }
  }

  private static void quietlyTouch(String file) {
    try {
      new ProcessBuilder("touch", file).start().waitFor();
    } catch (SecurityException refused) {
      return;
    } catch (java.io.IOException | InterruptedException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private IntegrityActs() {}
}
