package dev.countersign.agent;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Finds native libraries that came after somebody attached to this JVM from outside: a native agent
 * passes no Java code on its way in. It is found afterwards, by its file in the process's memory
 * map, within some seconds or at the end of the JVM.
 *
 * <p>Nothing is read as long as nobody attaches; the JVM has a thread of its own for that from the
 * first time on. Libraries that the application loads itself in such a JVM are named as well: they
 * could be agents.
 */
final class NativeArrivals implements Runnable {

  /** How often the map is read at most. */
  private static final long PERIOD_NANOS = 2_000_000_000L;

  private static final String LISTENER = "Attach Listener";
  private static final String GONE = " (deleted)";

  /**
   * Of the JDK, below its home: what the agent's own socket for commands needs, which it opens some
   * seconds after the start.
   */
  private static final String[] SOCKETS = {"/lib/libnet.so", "/lib/libnio.so", "/lib/libextnet.so"};

  private final Consumer<String> told;
  private final String home = System.getProperty("java.home");
  private Set<String> known;
  private boolean attached;
  private long read;

  /**
   * @param told hears of each library, as the text of a line
   */
  NativeArrivals(Consumer<String> told) {
    this.told = told;
  }

  /** Looks, if it is time; the first time only remembers what there is. */
  @Override
  public void run() {
    if (known == null || System.nanoTime() - read >= PERIOD_NANOS) {
      look();
    }
  }

  /** Looks now. */
  synchronized void look() {
    boolean first = known == null;
    if (first) {
      known = new HashSet<>();
      for (String library : SOCKETS) {
        known.add(home + library);
      }
    } else {
      attached |= isAttached();
      if (!attached) {
        return;
      }
    }
    read = System.nanoTime();
    for (String library : libraries()) {
      if (known.add(library) && !first) {
        told.accept(
            "the native library "
                + library
                + " was loaded in this JVM, to which somebody attached from outside: if it is an"
                + " agent, nothing here sees what it changes");
      }
    }
  }

  private static boolean isAttached() {
    ThreadGroup system = Thread.currentThread().getThreadGroup();
    while (system.getParent() != null) {
      system = system.getParent();
    }
    Thread[] threads = new Thread[system.activeCount() + 16];
    int count = system.enumerate(threads, false);
    for (int i = 0; i < count; i++) {
      if (threads[i].getName().equals(LISTENER)) {
        return true;
      }
    }
    return false;
  }

  private static Set<String> libraries() {
    Set<String> libraries = new HashSet<>();
    String maps;
    try (InputStream in = new FileInputStream("/proc/self/maps")) {
      maps = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException hidden) {
      // Where the map is not shown, what native code does is as unseen as the start says it is.
      return libraries;
    }
    for (String line : maps.split("\n")) {
      // "7f…-7f… r-xp 00000000 fe:00 2385901   /path": what may be executed and is a file, whatever
      // its name ends with.
      int path = line.indexOf('/');
      if (path > 0 && line.charAt(line.indexOf(' ') + 3) == 'x') {
        String file = line.substring(path);
        libraries.add(
            file.endsWith(GONE) ? file.substring(0, file.length() - GONE.length()) : file);
      }
    }
    return libraries;
  }
}
