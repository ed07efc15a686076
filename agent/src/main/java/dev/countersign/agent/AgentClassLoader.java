package dev.countersign.agent;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

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

  private final ZipFile jar;
  private final String version;

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
        ZipEntry entry = jar.getEntry(FOLDER + name.replace('.', '/') + ".classdata");
        // The gate and the exceptions are no .classdata: they are the boot loader's.
        loaded = entry == null ? super.loadClass(name, false) : define(name, entry);
      }
      if (resolve) {
        resolveClass(loaded);
      }
      return loaded;
    }
  }

  private Class<?> define(String name, ZipEntry entry) throws ClassNotFoundException {
    byte[] bytes;
    try (InputStream in = jar.getInputStream(entry)) {
      bytes = in.readAllBytes();
    } catch (IOException broken) {
      throw new ClassNotFoundException(name + " cannot be read from " + jar.getName(), broken);
    }
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
    ZipEntry entry = jar.getEntry(FOLDER + file);
    if (entry == null) {
      return super.getResourceAsStream(name);
    }
    try {
      return jar.getInputStream(entry);
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
