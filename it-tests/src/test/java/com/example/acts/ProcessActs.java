package com.example.acts;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * An application whose tools start processes, honestly and in every other way. The tools are {@code
 * touch}, which may start {@code touch FILE} once, {@code touch_often}, and {@code idle}, which may
 * start nothing.
 */
public final class ProcessActs {

  private static final String JUDGED = "judged";
  private static final String FIRED = "fired";

  public static void main(String[] arguments) throws Exception {
    Act.perform(ProcessActs.class, arguments);
  }

  /**
   * Calls the tool {@code touch} with the file {@code judged}; its body starts a process in that
   * way.
   */
  static void inTool(String[] way) throws Exception {
    touch(JUDGED, way[0]);
  }

  /** The same with a file whose name is longer than the kernel takes. */
  static void inToolWithLongName(String[] way) throws Exception {
    touch("x".repeat(131_072), way[0]);
  }

  /** Calls the tool {@code idle}. */
  static void inIdleTool(String[] way) throws Exception {
    idle(way[0]);
  }

  /** Starts a process outside any tool. */
  static void elsewhere(String[] way) throws Exception {
    start(JUDGED, way[0]);
  }

  static void touch(String file, String way) throws Exception {
    start(file, way);
  }

  static void idle(String way) throws Exception {
    start(JUDGED, way);
  }

  static void flipping() throws Exception {
    touchOften(JUDGED);
  }

  /** B01: another thread changes the list while processes are started from it. */
  static void touchOften(String file) throws Exception {
    List<String> command = new ArrayList<>(List.of("touch", file));
    Thread flipper =
        new Thread(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                command.set(1, FIRED);
                command.set(1, file);
              }
            });
    flipper.setDaemon(true);
    flipper.start();
    int started = 0;
    int refused = 0;
    for (int i = 0; i < 150; i++) {
      try {
        new ProcessBuilder(command).start().waitFor();
        started++;
      } catch (SecurityException diverged) {
        refused++;
      }
    }
    flipper.interrupt();
    System.out.println("all decided: " + (started + refused == 150));
  }

  private static void start(String file, String way) throws Exception {
    switch (way) {
      case "honest":
        new ProcessBuilder("touch", file).start().waitFor();
        break;
      case "runtimeExec":
        Runtime.getRuntime().exec(new String[] {"touch", file}).waitFor();
        break;
      case "twice":
        new ProcessBuilder("touch", file).start().waitFor();
        new ProcessBuilder("touch", file).start().waitFor();
        break;
      case "redirectOwnFile":
        new ProcessBuilder("touch", file).redirectOutput(new OwnFile("victim")).start().waitFor();
        break;
      case "environmentIgnored":
        environment(file).environment().put("OTHER_AGENT", "session");
        LAST.start().waitFor();
        break;
      case "loneSurrogate":
        new ProcessBuilder("touch", "\ud800").start().waitFor();
        break;
      case "other":
        new ProcessBuilder("touch", FIRED).start().waitFor();
        break;
      case "reflection":
        reflection();
        break;
      case "reflectionNul":
        reflection("touch", file + "\0" + FIRED);
        break;
      case "nativeCall":
        nativeCall("touch", FIRED);
        break;
      case "otherHelper":
        Field helper = Class.forName("java.lang.ProcessImpl").getDeclaredField("helperpath");
        helper.setAccessible(true);
        ((byte[]) helper.get(null))[1] = 'X';
        new ProcessBuilder("touch", file).start().waitFor();
        break;
      case "nulByte":
        describe(new ProcessBuilder("touch", "a\0b"));
        break;
      case "nullElement":
        describe(new ProcessBuilder(Arrays.asList("touch", null)));
        break;
      case "empty":
        describe(new ProcessBuilder());
        break;
      case "tooLong":
        describe(new ProcessBuilder("touch", file));
        break;
      case "noSuchProgram":
        describe(new ProcessBuilder("no-such-program-anywhere", file));
        break;
      default:
        throw new IllegalArgumentException(way);
    }
  }

  private static ProcessBuilder LAST;

  private static ProcessBuilder environment(String file) {
    LAST = new ProcessBuilder("touch", file);
    return LAST;
  }

  /** B13: past ProcessBuilder, which is only possible where java.lang was opened. */
  private static void reflection(String... argv) throws Exception {
    String[] command = argv.length == 0 ? new String[] {"touch", FIRED} : argv;
    Method start =
        Class.forName("java.lang.ProcessImpl")
            .getDeclaredMethod(
                "start",
                String[].class,
                Map.class,
                String.class,
                ProcessBuilder.Redirect[].class,
                boolean.class);
    start.setAccessible(true);
    ((Process) unwrapped(start, null, command, null, null, null, false)).waitFor();
  }

  /** B14: past everything in Java. */
  private static void nativeCall(String program, String argument) throws Exception {
    Class<?> type = Class.forName("java.lang.ProcessImpl");
    Field unsafe = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
    unsafe.setAccessible(true);
    Object process =
        unsafe.getType().getMethod("allocateInstance", Class.class).invoke(unsafe.get(null), type);
    Field helper = type.getDeclaredField("helperpath");
    helper.setAccessible(true);
    Method launch = null;
    for (Method method : type.getDeclaredMethods()) {
      if (method.getName().endsWith("forkAndExec")
          && (launch == null || java.lang.reflect.Modifier.isNative(method.getModifiers()))) {
        launch = method;
      }
    }
    launch.setAccessible(true);
    Object pid =
        unwrapped(
            launch,
            process,
            2,
            helper.get(null),
            (program + "\0").getBytes("UTF-8"),
            (argument + "\0").getBytes("UTF-8"),
            1,
            null,
            0,
            null,
            new int[] {-1, -1, -1},
            false);
    ProcessHandle.of(((Integer) pid).longValue()).ifPresent(handle -> handle.onExit().join());
  }

  private static Object unwrapped(Method method, Object on, Object... arguments) throws Exception {
    try {
      return method.invoke(on, arguments);
    } catch (java.lang.reflect.InvocationTargetException thrown) {
      if (thrown.getCause() instanceof SecurityException refused) {
        throw refused;
      }
      throw thrown;
    }
  }

  /** B19: what the JDK itself says of what it cannot start. */
  private static void describe(ProcessBuilder builder) {
    try {
      builder.start().waitFor();
      System.out.println("started");
    } catch (IOException | RuntimeException | InterruptedException thrown) {
      String message = String.valueOf(thrown.getMessage());
      System.out.println(
          thrown.getClass().getName()
              + ": "
              + message.substring(Math.max(0, message.length() - 60)));
      System.out.println(
          thrown.getCause() == null ? "no cause" : thrown.getCause().getClass().getName());
    }
  }

  /** A file that answers differently each time. */
  private static final class OwnFile extends File {
    private static final long serialVersionUID = 1L;

    OwnFile(String path) {
      super(path);
    }

    @Override
    public String getPath() {
      System.out.println("asked");
      return super.getPath();
    }
  }

  private ProcessActs() {}
}
