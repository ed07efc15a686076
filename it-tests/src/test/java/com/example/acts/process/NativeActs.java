package com.example.acts.process;

import java.io.File;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Native code comes in (B15, B16), by whichever door this JDK has. The library is one of the JDK's
 * own that no application loads by itself: that it is mapped afterwards is the effect.
 */
public final class NativeActs {

  private static final Path LIBRARY =
      new File(System.getProperty("java.home"), "lib/libprefs.so").toPath();

  /** B15 */
  static void load() throws Exception {
    System.load(LIBRARY.toString());
    mapped();
  }

  /** B15 */
  static void loadByTheRuntime() throws Exception {
    Runtime.getRuntime().load(LIBRARY.toString());
    mapped();
  }

  /** B15: found in {@code java.library.path}, which the test points there. */
  static void loadLibrary() throws Exception {
    System.loadLibrary("prefs");
    mapped();
  }

  /** B15 */
  static void loadByReflection() throws Exception {
    call(System.class.getMethod("load", String.class), null, LIBRARY.toString());
    mapped();
  }

  /** B15 in a tool that may start nothing. */
  static void loadInATool() throws Exception {
    Tools.idle(NativeActs::load);
  }

  /** B15: a refusal that the tool swallows is told at its end. */
  static void loadInAToolThatSwallows() throws Exception {
    Tools.idle(
        () -> {
          try {
            load();
          } catch (SecurityException refused) {
            return;
          }
        });
  }

  /** The JDK loads a library of its own because the application asks it for something. */
  static void libraryOfTheJdk() throws Exception {
    Class<?> manager = Class.forName("java.lang.management.ManagementFactory");
    call(manager.getMethod("getOperatingSystemMXBean"), null);
    say(Files.readString(Path.of("/proc/self/maps")).contains("libmanagement"));
  }

  /** B16: {@code system} of the C library. */
  public static void downcall() throws Exception {
    if (Runtime.version().feature() < 22) {
      incubatingDowncall();
      return;
    }
    Class<?> linkerType = Class.forName("java.lang.foreign.Linker");
    Class<?> descriptorType = Class.forName("java.lang.foreign.FunctionDescriptor");
    Class<?> layoutType = Class.forName("java.lang.foreign.MemoryLayout");
    Class<?> segmentType = Class.forName("java.lang.foreign.MemorySegment");
    Class<?> values = Class.forName("java.lang.foreign.ValueLayout");
    Class<?> optionType = Class.forName("java.lang.foreign.Linker$Option");
    Object linker = call(linkerType.getMethod("nativeLinker"), null);
    Object lookup = call(linkerType.getMethod("defaultLookup"), linker);
    Object system =
        ((Optional<?>)
                call(
                    Class.forName("java.lang.foreign.SymbolLookup").getMethod("find", String.class),
                    lookup,
                    "system"))
            .get();
    Object arguments = Array.newInstance(layoutType, 1);
    Array.set(arguments, 0, values.getField("ADDRESS").get(null));
    Object descriptor =
        call(
            descriptorType.getMethod("of", layoutType, arguments.getClass()),
            null,
            values.getField("JAVA_INT").get(null),
            arguments);
    Object options = Array.newInstance(optionType, 0);
    MethodHandle handle =
        (MethodHandle)
            call(
                linkerType.getMethod(
                    "downcallHandle", segmentType, descriptorType, options.getClass()),
                linker,
                system,
                descriptor,
                options);
    Class<?> arenaType = Class.forName("java.lang.foreign.Arena");
    Object arena = call(arenaType.getMethod("global"), null);
    Object text =
        call(
            Class.forName("java.lang.foreign.SegmentAllocator")
                .getMethod("allocateFrom", String.class),
            arena,
            "touch fired");
    invoke(handle, text);
  }

  private static void incubatingDowncall() throws Exception {
    Class<?> linkerType = Class.forName("jdk.incubator.foreign.CLinker");
    Class<?> descriptorType = Class.forName("jdk.incubator.foreign.FunctionDescriptor");
    Class<?> layoutType = Class.forName("jdk.incubator.foreign.MemoryLayout");
    Class<?> addressable = Class.forName("jdk.incubator.foreign.Addressable");
    Class<?> memoryAddress = Class.forName("jdk.incubator.foreign.MemoryAddress");
    Class<?> scopeType = Class.forName("jdk.incubator.foreign.ResourceScope");
    Object linker = call(linkerType.getMethod("getInstance"), null);
    Object lookup = call(linkerType.getMethod("systemLookup"), null);
    Object system =
        ((Optional<?>)
                call(
                    Class.forName("jdk.incubator.foreign.SymbolLookup")
                        .getMethod("lookup", String.class),
                    lookup,
                    "system"))
            .get();
    Object arguments = Array.newInstance(layoutType, 1);
    Array.set(arguments, 0, linkerType.getField("C_POINTER").get(null));
    Object descriptor =
        call(
            descriptorType.getMethod("of", layoutType, arguments.getClass()),
            null,
            linkerType.getField("C_INT").get(null),
            arguments);
    MethodHandle handle =
        (MethodHandle)
            call(
                linkerType.getMethod(
                    "downcallHandle", addressable, MethodType.class, descriptorType),
                linker,
                system,
                MethodType.methodType(int.class, memoryAddress),
                descriptor);
    Object scope = call(scopeType.getMethod("newImplicitScope"), null);
    Object text =
        call(
            linkerType.getMethod("toCString", String.class, scopeType), null, "touch fired", scope);
    invoke(handle, call(addressable.getMethod("address"), text));
  }

  private static void invoke(MethodHandle handle, Object argument) throws Exception {
    try {
      handle.invokeWithArguments(argument);
    } catch (RuntimeException thrown) {
      throw thrown;
    } catch (Throwable impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** B16: a library by path, without JNI (not on JDK 17). */
  static void libraryLookup() throws Exception {
    Class<?> arenaType = Class.forName("java.lang.foreign.Arena");
    Object arena = call(arenaType.getMethod("global"), null);
    call(
        Class.forName("java.lang.foreign.SymbolLookup")
            .getMethod("libraryLookup", Path.class, arenaType),
        null,
        LIBRARY,
        arena);
    mapped();
  }

  /** B16: the same by name. */
  static void libraryLookupByName() throws Exception {
    Class<?> arenaType = Class.forName("java.lang.foreign.Arena");
    Object arena = call(arenaType.getMethod("global"), null);
    call(
        Class.forName("java.lang.foreign.SymbolLookup")
            .getMethod("libraryLookup", String.class, arenaType),
        null,
        LIBRARY.toString(),
        arena);
    mapped();
  }

  private static void mapped() throws Exception {
    say(Files.readString(Path.of("/proc/self/maps")).contains("libprefs"));
  }

  /** As a file, so that a survey sees it. */
  private static void say(boolean loaded) throws Exception {
    if (loaded) {
      Files.writeString(Path.of("loaded"), "");
    }
  }

  private static Object call(Method method, Object on, Object... arguments) throws Exception {
    try {
      return method.invoke(on, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause() instanceof Exception cause ? cause : thrown;
    }
  }

  private NativeActs() {}
}
