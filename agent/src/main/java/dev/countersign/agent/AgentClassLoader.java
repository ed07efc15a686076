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
 * Defines the agent's own classes from the archives in its jar.
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
  private static final String GATE = "dev.countersign.gate.";
  private static final String FOLDER = "countersign/";

  /**
   * Three archives, for what opens the jar reads, in every JVM, the name of each of its entries: of
   * the classes that every start needs, by their names; of the rest, by file; and, compressed, of
   * what few JVMs need.
   */
  private static final String START = FOLDER + "start.zip";

  private static final String REST = FOLDER + "rest.zip";
  private static final String LATER = FOLDER + "later.zip";

  private static final String[] IN_LATER = {
    "dev/countersign/shaded/bytebuddy/",
    "dev/countersign/shaded/picocli/",
    "dev/countersign/shaded/bouncycastle/",
    "dev/countersign/cli/",
    "dev/countersign/verify/",
  };

  private final ZipFile jar;
  private final String version;

  /** Each is read again when it is asked for after memory was short. */
  private volatile Reference<StoredClasses> start;

  private volatile Reference<StoredClasses> rest = new SoftReference<>(null);
  private Reference<Map<String, byte[]>> later = new SoftReference<>(null);

  AgentClassLoader(File file, ClassLoader parent) throws IOException {
    super("countersign", parent);
    this.jar = new ZipFile(file);
    this.version = text(FOLDER + "version");
    // Here, where this class and StoredClasses still come from the same loader: CountersignAgent.
    this.start = new SoftReference<>(stored(START));
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(OURS)) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded == null) {
        loaded = find(name);
        if (loaded == null) {
          loaded = super.loadClass(name, false);
        }
      }
      if (resolve) {
        resolveClass(loaded);
      }
      return loaded;
    }
  }

  /** Defines it; null where there is none. */
  private Class<?> find(String name) throws ClassNotFoundException {
    if (isShared(name)) {
      return null;
    }
    try {
      StoredClasses stored = start();
      int[] place = stored.find(name);
      if (place == null) {
        String file = name.replace('.', '/') + ".classdata";
        if (isInLater(file)) {
          byte[] bytes = later().get(file);
          return bytes == null ? null : define(name, bytes, 0, bytes.length);
        }
        stored = rest();
        place = stored.find(file);
      }
      return place == null ? null : define(name, stored.archive(), place[0], place[1]);
    } catch (IOException broken) {
      throw new ClassNotFoundException(name + " cannot be read from " + jar.getName(), broken);
    }
  }

  /** The gate and what applications use are the boot loader's. */
  private static boolean isShared(String name) {
    return name.startsWith(GATE) || name.lastIndexOf('.') == OURS.length() - 1;
  }

  private static boolean isInLater(String file) {
    for (String folder : IN_LATER) {
      if (file.startsWith(folder)) {
        return true;
      }
    }
    return false;
  }

  /** Null where there is none. */
  private byte[] read(String file) throws IOException {
    if (isInLater(file)) {
      return later().get(file);
    }
    byte[] bytes = rest().copy(file);
    return bytes == null && file.endsWith(".classdata")
        ? start().copy(file.substring(0, file.lastIndexOf('.')).replace('/', '.'))
        : bytes;
  }

  private StoredClasses start() throws IOException {
    StoredClasses known = start.get();
    return known == null ? readStart() : known;
  }

  private synchronized StoredClasses readStart() throws IOException {
    StoredClasses known = start.get();
    if (known == null) {
      known = stored(START);
      start = new SoftReference<>(known);
    }
    return known;
  }

  private StoredClasses rest() throws IOException {
    StoredClasses known = rest.get();
    return known == null ? readRest() : known;
  }

  private synchronized StoredClasses readRest() throws IOException {
    StoredClasses known = rest.get();
    if (known == null) {
      known = stored(REST);
      rest = new SoftReference<>(known);
    }
    return known;
  }

  private StoredClasses stored(String archive) throws IOException {
    ZipEntry entry = entry(archive);
    try (InputStream in = jar.getInputStream(entry)) {
      return StoredClasses.read(in, (int) entry.getSize());
    }
  }

  private synchronized Map<String, byte[]> later() throws IOException {
    Map<String, byte[]> known = later.get();
    if (known == null) {
      known = new HashMap<>();
      try (ZipInputStream in = new ZipInputStream(jar.getInputStream(entry(LATER)))) {
        for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
          known.put(entry.getName(), in.readAllBytes());
        }
      }
      later = new SoftReference<>(known);
    }
    return known;
  }

  private Class<?> define(String name, byte[] bytes, int from, int length) {
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
      return defineClass(name, bytes, from, length);
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

  private String text(String name) throws IOException {
    try (InputStream in = jar.getInputStream(entry(name))) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII).trim();
    }
  }

  private ZipEntry entry(String name) throws IOException {
    ZipEntry entry = jar.getEntry(name);
    if (entry == null) {
      throw new IOException(jar.getName() + " has no " + name + ": it is not a Countersign jar");
    }
    return entry;
  }
}
