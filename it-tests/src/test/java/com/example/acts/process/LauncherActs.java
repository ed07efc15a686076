package com.example.acts.process;

import static com.example.acts.process.Tools.touch;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Map;

/**
 * Past {@code ProcessBuilder}, ever deeper (B13, B14, F40). Nothing is opened by an option: {@code
 * Unsafe} opens it.
 */
public final class LauncherActs {

  private static final String[] FIRED = {"touch", "fired"};

  /** B13 */
  static void startByReflection() throws Exception {
    touch("judged", () -> wait((Process) call(start(), null, FIRED, null, null, null, false)));
  }

  /** B13 */
  static void startByMethodHandle() throws Exception {
    touch(
        "judged",
        () -> {
          MethodHandle handle = MethodHandles.lookup().unreflect(start());
          try {
            wait((Process) handle.invokeWithArguments(FIRED, null, null, null, false));
          } catch (Exception thrown) {
            throw thrown;
          } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
          }
        });
  }

  /** B13: of the builder, the private method behind the public one. */
  static void privateMethodOfTheBuilder() throws Exception {
    touch(
        "judged",
        () -> {
          Method start =
              ProcessBuilder.class.getDeclaredMethod("start", ProcessBuilder.Redirect[].class);
          open(start);
          wait((Process) call(start, new ProcessBuilder(FIRED), (Object) null));
        });
  }

  /** B13: with it goes all that {@code start} does, a check there included. */
  static void constructor() throws Exception {
    touch(
        "judged",
        () -> {
          Constructor<?> constructor =
              impl()
                  .getDeclaredConstructor(
                      byte[].class,
                      byte[].class,
                      int.class,
                      byte[].class,
                      int.class,
                      byte[].class,
                      int[].class,
                      boolean.class,
                      boolean.class);
          open(constructor);
          try {
            wait(
                (Process)
                    constructor.newInstance(
                        bytes("touch"),
                        bytes("fired"),
                        1,
                        null,
                        0,
                        null,
                        new int[] {-1, -1, -1},
                        false,
                        false));
          } catch (InvocationTargetException thrown) {
            throw (Exception) thrown.getCause();
          }
        });
  }

  /** B14, F40 */
  static void nativeMethod() throws Exception {
    touch("judged", () -> launch("fired"));
  }

  /** B14: the same bytes as judged are the same request. */
  static void nativeMethodAsJudged() throws Exception {
    touch("judged", () -> launch("judged"));
  }

  /** F40 in a tool that may start nothing. */
  static void nativeMethodInAnIdleTool() throws Exception {
    Tools.idle(() -> launch("fired"));
  }

  /** F40, as it was reported. */
  static void nativeMethodOfAShell() throws Exception {
    Tools.idle(() -> launch("/bin/sh", "-c", "echo x >marker"));
  }

  private static void launch(String argument) throws Exception {
    launch("touch", argument);
  }

  private static void launch(String... argv) throws Exception {
    Method launch = null;
    for (Method method : impl().getDeclaredMethods()) {
      if (method.getName().endsWith("forkAndExec")
          && (launch == null || Modifier.isNative(method.getModifiers()))) {
        launch = method;
      }
    }
    open(launch);
    Field helper = impl().getDeclaredField("helperpath");
    open(helper);
    StringBuilder block = new StringBuilder();
    for (int i = 1; i < argv.length; i++) {
      block.append(argv[i]).append(i == argv.length - 1 ? "" : "\0");
    }
    Object process =
        unsafe().getClass().getMethod("allocateInstance", Class.class).invoke(unsafe(), impl());
    Object pid =
        call(
            launch,
            process,
            2,
            helper.get(null),
            bytes(argv[0]),
            bytes(block.toString()),
            argv.length - 1,
            null,
            0,
            null,
            new int[] {-1, -1, -1},
            false);
    ProcessHandle.of(((Integer) pid).longValue()).ifPresent(handle -> handle.onExit().join());
  }

  private static Class<?> impl() throws ClassNotFoundException {
    return Class.forName("java.lang.ProcessImpl");
  }

  private static Method start() throws Exception {
    Method start =
        impl()
            .getDeclaredMethod(
                "start",
                String[].class,
                Map.class,
                String.class,
                ProcessBuilder.Redirect[].class,
                boolean.class);
    open(start);
    return start;
  }

  /** A field in the same place as the flag that says that access was checked. */
  static class Twin {
    boolean override;
  }

  static void open(AccessibleObject member) throws Exception {
    Object unsafe = unsafe();
    Class<?> type = unsafe.getClass();
    Object offset =
        call(
            type.getMethod("objectFieldOffset", Field.class),
            unsafe,
            Twin.class.getDeclaredField("override"));
    call(
        type.getMethod("putBoolean", Object.class, long.class, boolean.class),
        unsafe,
        member,
        offset,
        true);
  }

  private static Object unsafe() throws Exception {
    Field unsafe = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
    unsafe.setAccessible(true);
    return unsafe.get(null);
  }

  private static Object call(Method method, Object on, Object... arguments) throws Exception {
    try {
      return method.invoke(on, arguments);
    } catch (InvocationTargetException thrown) {
      throw (Exception) thrown.getCause();
    }
  }

  private static byte[] bytes(String text) {
    return (text + "\0").getBytes(java.nio.charset.StandardCharsets.US_ASCII);
  }

  private static void wait(Process process) throws InterruptedException {
    process.waitFor();
  }

  private LauncherActs() {}
}
