package dev.countersign.sink.exec;

import dev.countersign.jdk.JdkCalls;
import java.io.File;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What the JDK keeps to itself about starting a process: its environment map with raw bytes, its
 * encoding of texts, and a builder's environment without the side effect of creating one. Looked up
 * once; another shape of these classes fails the start.
 *
 * <p>Nothing here initialises {@code ProcessImpl} before the application does: that would freeze
 * the property {@code jdk.lang.Process.launchMechanism} (and on JDK 25 already reading the
 * environment does it).
 */
public final class ProcessAccess {

  private final Class<?> environmentType;
  private final Constructor<?> newEnvironment;
  private final Field variables;
  private final Method toBlock;
  private final Method bytes;
  private final Method value;
  private final Field builderEnvironment;
  private final Field filePath;
  private final Method environ;

  private ProcessAccess() throws ReflectiveOperationException {
    environmentType = jdk("java.lang.ProcessEnvironment$StringEnvironment");
    newEnvironment = open(environmentType.getDeclaredConstructor(Map.class));
    variables = open(environmentType.getDeclaredField("m"));
    toBlock = open(environmentType.getDeclaredMethod("toEnvironmentBlock", int[].class));
    bytes = open(jdk("java.lang.ProcessEnvironment$ExternalData").getDeclaredMethod("getBytes"));
    // Encoded as argv is. ProcessImpl has a method for it too, but asking for that would load the
    // class too early.
    value =
        open(
            jdk("java.lang.ProcessEnvironment$Value")
                .getDeclaredMethod("valueOfQueryOnly", String.class));
    builderEnvironment = open(ProcessBuilder.class.getDeclaredField("environment"));
    filePath = open(File.class.getDeclaredField("path"));
    environ = open(jdk("java.lang.ProcessEnvironment").getDeclaredMethod("environ"));
  }

  /**
   * Looks everything up; {@code java.lang}, {@code java.io} and {@code jdk.internal.reflect} must
   * be open to this class. Does not load {@code ProcessImpl}, whose native method can be wrapped
   * only before that.
   *
   * @throws IllegalStateException when this JDK has other classes; the process sink then cannot be
   *     served
   */
  public static ProcessAccess create() {
    try {
      return new ProcessAccess();
    } catch (ReflectiveOperationException | RuntimeException other) {
      throw new IllegalStateException(
          "this JDK starts processes by other classes than JDK 17 and 25 do ("
              + other.getMessage()
              + "); use a listed JDK, see \"countersign doctor\"",
          other);
    }
  }

  private static Class<?> jdk(String name) throws ClassNotFoundException {
    return Class.forName(name, false, null);
  }

  private static <T extends AccessibleObject> T open(T member) {
    member.setAccessible(true);
    return member;
  }

  /**
   * Hides the native method that the wrapper calls from reflection: nobody can guess its name, but
   * its class would list it.
   *
   * @param method its name
   * @throws IllegalStateException when this JDK has no such filter; the method could then be called
   *     around the gate
   */
  public static void hideNativeCall(String method) {
    try {
      JdkCalls.hide(jdk("java.lang.ProcessImpl"), Set.of(method));
    } catch (ClassNotFoundException | RuntimeException | LinkageError other) {
      throw new IllegalStateException(
          "the native call that starts processes cannot be hidden from reflection ("
              + other
              + "); use a listed JDK, see \"countersign doctor\"",
          other);
    }
  }

  /**
   * Whether {@code map} is the JDK's own environment map; another map makes {@code
   * ProcessImpl.start} fail.
   */
  boolean isEnvironment(Object map) {
    return map.getClass() == environmentType;
  }

  /** The variables of an environment map, private to the caller, raw bytes kept. */
  Map<Object, Object> variables(Object environment) {
    try {
      return new HashMap<>((Map<?, ?>) variables.get(environment));
    } catch (IllegalAccessException closed) {
      throw new IllegalStateException(closed);
    }
  }

  /** An environment map of the JDK's own type over {@code variables}, which is not copied. */
  Object environment(Map<Object, Object> variables) {
    try {
      return newEnvironment.newInstance(variables);
    } catch (ReflectiveOperationException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** The bytes of a name or value in {@link #variables}. Its text is its {@code toString()}. */
  byte[] bytes(Object external) {
    return (byte[]) call(bytes, external);
  }

  /**
   * This process's own environment, as the C library has it: name, value, name, value… What {@link
   * System#getenv()} shows, and what a new builder's environment is copied from, is a map of the
   * JDK that reflection changes (libraries for tests do); a process that inherits does not get
   * that.
   */
  public byte[][] ownEnvironment() {
    return (byte[][]) call(environ, null);
  }

  /** The environment as the kernel gets it: {@code name=value NUL} for each variable. */
  byte[] block(Object environment) {
    return (byte[]) call(toBlock, environment, (Object) new int[1]);
  }

  /**
   * A text as the kernel gets it, with the final NUL; null stays null. On JDK 25 it initialises
   * {@code ProcessImpl}.
   */
  byte[] encode(String text) {
    if (text == null) {
      return null;
    }
    if (Texts.ascii(text)) {
      // Most texts, without reflection. Where the platform's encoding has no ASCII the bytes do not
      // arrive as expected.
      byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
      return Arrays.copyOf(bytes, bytes.length + 1);
    }
    byte[] bytes = bytes(call(value, null, text));
    return Arrays.copyOf(bytes, bytes.length + 1);
  }

  /** A builder's environment map, or null while it has none and the process inherits this JVM's. */
  Object environmentOf(ProcessBuilder builder) {
    try {
      return builderEnvironment.get(builder);
    } catch (IllegalAccessException closed) {
      throw new IllegalStateException(closed);
    }
  }

  /** {@link File#getPath()} as {@code File} itself gives it; a subclass is not asked. */
  String path(File file) {
    try {
      return (String) filePath.get(file);
    } catch (IllegalAccessException closed) {
      throw new IllegalStateException(closed);
    }
  }

  private static Object call(Method method, Object on, Object... args) {
    try {
      return method.invoke(on, args);
    } catch (InvocationTargetException thrown) {
      throw new IllegalStateException(thrown.getCause());
    } catch (IllegalAccessException closed) {
      throw new IllegalStateException(closed);
    }
  }
}
