package dev.countersign.agent;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;

/**
 * Defines the agent's own classes from {@code countersign/**.classdata} of its jar.
 *
 * <p>Child first for {@code dev.countersign.*}: on the module path the platform loader finds the
 * application's named modules, so a parent-first loader would hand out the application's copy of a
 * library. The jar stays open; no {@code jar:} URL is made, because those share a cache with the
 * application.
 */
final class AgentClassLoader extends ClassLoader {

  static {
    registerAsParallelCapable();
  }

  private static final String OURS = "dev.countersign.";
  private static final String FOLDER = "countersign/";

  /**
   * Holds the libraries that few starts need: what opens the jar, in every JVM, reads the name of
   * each of its entries, and these were more than half of them.
   */
  private static final String LATER = FOLDER + "later.zip";

  private static final String TYPES = "dev/countersign/shaded/bytebuddy/";
  private static final String COMMANDS = "dev/countersign/shaded/picocli/";
  private static final String SIGNATURES = "dev/countersign/shaded/bouncycastle/";

  private final ZipFile jar;
  private final String version;

  /** By name; read again when it is asked for after memory was short. */
  private Reference<Map<String, byte[]>> later = new SoftReference<>(null);

  AgentClassLoader(File file, ClassLoader parent) throws IOException {
    super("countersign", parent);
    this.jar = new ZipFile(file);
    this.version = text(FOLDER + "version");
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(OURS)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null) {
        byte[] bytes;
        try {
          bytes = read(name.replace('.', '/') + ".classdata");
        } catch (IOException broken) {
          throw new ClassNotFoundException(name + " cannot be read from " + jar.getName(), broken);
        }
        // The gate and the exceptions are no .classdata: they are the boot loader's.
        loaded = bytes == null ? super.loadClass(name, false) : define(name, bytes);
      }
      if (resolve) {
        resolveClass(loaded);
      }
      return loaded;
    }
  }

  /** Null where there is none. */
  private byte[] read(String name) throws IOException {
    ZipEntry entry = jar.getEntry(FOLDER + name);
    if (entry == null) {
      boolean kept =
          name.startsWith(TYPES) || name.startsWith(COMMANDS) || name.startsWith(SIGNATURES);
      return kept ? later().get(name) : null;
    }
    try (InputStream in = jar.getInputStream(entry)) {
      return in.readAllBytes();
    }
  }

  private synchronized Map<String, byte[]> later() throws IOException {
    Map<String, byte[]> known = later.get();
    if (known == null) {
      known = new HashMap<>();
      ZipEntry archive = jar.getEntry(LATER);
      if (archive == null) {
        throw new IOException(jar.getName() + " has no " + LATER);
      }
      try (ZipInputStream in = new ZipInputStream(jar.getInputStream(archive))) {
        for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
          known.put(entry.getName(), in.readAllBytes());
        }
      }
      later = new SoftReference<>(known);
    }
    return known;
  }

  private Class<?> define(String name, byte[] bytes) {
    String packageName = name.substring(0, name.lastIndexOf('.'));
    if (getDefinedPackage(packageName) == null) {
      try {
        definePackage(packageName, null, null, null, "Countersign", version, null, null);
      } catch (IllegalArgumentException another) {
        // Another thread defined it between the two calls, with the same values.
        if (getDefinedPackage(packageName) == null) {
          throw another;
        }
      }
    }
    try {
      return defineClass(name, bytes, 0, bytes.length);
    } catch (LinkageError failed) {
      // Another agent's transformer looked at the class by loading it, while it was being defined
      // here (Datadog's does): then it is defined.
      Class<?> defined = findLoadedClass(name);
      if (defined == null) {
        throw failed;
      }
      return defined;
    }
  }

  /**
   * A resource of the agent, child first as classes are; null where there is none. Class files are
   * found by their usual names, so that other agents need not load a class to look at it.
   */
  @Override
  public InputStream getResourceAsStream(String name) {
    String file = name.endsWith(".class") ? name + "data" : name;
    try {
      byte[] bytes = read(file);
      return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
    } catch (IOException broken) {
      return null;
    }
  }

  private String text(String entry) throws IOException {
    ZipEntry found = jar.getEntry(entry);
    if (found == null) {
      throw new IOException(jar.getName() + " has no " + entry + ": it is not a Countersign jar");
    }
    try (InputStream in = jar.getInputStream(found)) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII).trim();
    }
  }
}
