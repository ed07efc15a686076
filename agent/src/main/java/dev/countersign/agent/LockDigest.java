package dev.countersign.agent;

import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.Canonical;
import dev.countersign.scope.ThreadCell;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/**
 * The digest of what this JVM runs from (spec 1.4, {@code lock}): the files of class path and
 * module path, in a sorted list of name and digest. Computed once on a thread of its own, so that
 * start-up does not wait; the first judged call does.
 */
final class LockDigest implements Supplier<String>, Runnable {

  private final List<File> files = new ArrayList<>();
  private final List<String> directories = new ArrayList<>();
  private final CountDownLatch done = new CountDownLatch(1);
  private volatile String digest;
  private volatile IOException failure;

  /**
   * @param paths values of {@code java.class.path} and {@code jdk.module.path}, read before {@code
   *     main}; null for absent
   */
  LockDigest(String... paths) {
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
    thread.start();
    return this;
  }

  @Override
  public void run() {
    ThreadCell.ownedByAgent();
    try {
      digest = compute();
    } catch (IOException unreadable) {
      failure = unreadable;
    } finally {
      done.countDown();
    }
  }

  private String compute() throws IOException {
    List<Map<String, Object>> entries = new ArrayList<>();
    for (File file : files) {
      Map<String, Object> entry = new LinkedHashMap<>(4);
      entry.put("name", file.getName());
      entry.put("digest", Blake3.hex(read(file)));
      entries.add(entry);
    }
    entries.sort(
        (a, b) -> {
          int byName = ((String) a.get("name")).compareTo((String) b.get("name"));
          return byName != 0
              ? byName
              : ((String) a.get("digest")).compareTo((String) b.get("digest"));
        });
    return Blake3.hex(Canonical.rho(entries));
  }

  private static byte[] read(File file) throws IOException {
    try (RandomAccessFile in = new RandomAccessFile(file, "r")) {
      byte[] bytes = new byte[Math.toIntExact(in.length())];
      in.readFully(bytes);
      return bytes;
    }
  }

  /**
   * Waits for the digest; an interrupt is kept and does not end the wait.
   *
   * @throws IllegalStateException when a file could not be read: nothing can be judged then
   */
  @Override
  public String get() {
    String ready = digest;
    if (ready != null) {
      return ready;
    }
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
    if (digest == null) {
      throw new IllegalStateException("a file of the class path could not be read", failure);
    }
    return digest;
  }
}
