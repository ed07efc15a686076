package dev.countersign.agent;

import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.Canonical;
import dev.countersign.scope.ThreadCell;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * The digest of what this JVM runs from (spec 1.4, {@code lock}): the files of class path and
 * module path and what their manifests add, in a sorted list of name and digest. Computed once on a
 * thread of its own, so that start-up does not wait; the first judged call does.
 */
final class LockDigest implements Supplier<String>, Runnable {

  private final Set<File> files = new LinkedHashSet<>();
  private final List<String> directories = new ArrayList<>();
  private final Consumer<String> holes;
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile String digest;

  /**
   * @param holes hears of what is found not to be covered after the start
   * @param paths values of {@code java.class.path} and {@code jdk.module.path}, read before {@code
   *     main}; null for absent
   */
  LockDigest(Consumer<String> holes, String... paths) {
    this.holes = holes;
    for (String path : paths) {
      if (path == null) {
        continue;
      }
      for (String element : path.split(File.pathSeparator, -1)) {
        File file = new File(element);
        if (file.isFile()) {
          files.add(file);
        } else if (!element.isEmpty() && file.isDirectory()) {
          directories.add(element);
        }
      }
    }
  }

  /** Directories among the paths, which are not digested: each is a hole. */
  List<String> directories() {
    return directories;
  }

  LockDigest start() {
    Thread thread = new Thread(null, this, "countersign-lock", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    thread.start();
    return this;
  }

  @Override
  public void run() {
    ThreadCell.ownedByAgent();
    try {
      digest = compute();
    } catch (Throwable failed) {
      holes.accept(
          "the files that this JVM runs from could not be read ("
              + failed
              + "): every judged call is refused. Make them readable, then start again.");
    } finally {
      done.countDown();
    }
  }

  private String compute() {
    List<Map<String, Object>> entries = new ArrayList<>();
    List<File> left = new ArrayList<>(files);
    for (int i = 0; i < left.size(); i++) {
      File file = left.get(i);
      for (File further : namedByManifest(file)) {
        if (files.add(further)) {
          left.add(further);
        }
      }
      Map<String, Object> entry = new LinkedHashMap<>(4);
      entry.put("name", file.getName());
      entry.put("digest", digestOf(file));
      entries.add(entry);
    }
    entries.sort(
        new Comparator<>() {
          @Override
          public int compare(Map<String, Object> a, Map<String, Object> b) {
            return key(a).compareTo(key(b));
          }
        });
    return Blake3.hex(Canonical.rho(entries));
  }

  private static String key(Map<String, Object> entry) {
    return entry.get("name") + "\0" + entry.get("digest");
  }

  /** Null for a file that cannot be read: the JVM passes over it as well. */
  private String digestOf(File file) {
    try (InputStream in = new FileInputStream(file)) {
      return Blake3.hex(in);
    } catch (IOException unreadable) {
      holes.accept(file + " on the class path cannot be read: changes in it are not noticed");
      return null;
    }
  }

  /** What {@code Class-Path} of a jar's manifest adds; a directory there is a hole. */
  private List<File> namedByManifest(File jar) {
    List<File> named = new ArrayList<>();
    if (!jar.getName().endsWith(".jar")) {
      return named;
    }
    try (JarFile file = new JarFile(jar, false)) {
      Manifest manifest = file.getManifest();
      String path =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
      if (path == null) {
        return named;
      }
      for (String element : path.trim().split(" +", -1)) {
        URI uri = jar.toURI().resolve(element);
        File further = "file".equals(uri.getScheme()) ? new File(uri.getPath()) : null;
        if (further != null && further.isFile()) {
          named.add(further);
        } else if (further != null && further.isDirectory()) {
          holes.accept(
              further + " on the class path is a directory: changes in it are not noticed");
        }
      }
    } catch (IOException | IllegalArgumentException noJar) {
      // The JVM passes over such a file, or such an element of its manifest, as well.
      return named;
    }
    return named;
  }

  /**
   * Waits for the digest; an interrupt is kept and does not end the wait.
   *
   * @throws IllegalStateException when a file could not be read: nothing can be judged then
   */
  @Override
  public String get() {
    if (digest == null) {
      await();
    }
    if (digest == null) {
      throw new IllegalStateException("the files that this JVM runs from could not be read");
    }
    return digest;
  }

  private void await() {
    boolean interrupted = false;
    while (true) {
      try {
        done.await();
        break;
      } catch (InterruptedException again) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
