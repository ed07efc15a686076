package dev.countersign.agent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Loads on a second processor, while the first steps are taken, the classes that a start needs, in
 * the order in which it does: {@code start.txt}, by which the jar is packed as well. It decides
 * nothing, and a failure of it changes nothing: whoever needs the class next meets the same
 * failure, where it is told.
 *
 * <p>The list is what {@code -Xlog:class+load} says of the start of a program that starts a
 * process, with an empty list. A class that is not on it is loaded when it is needed.
 *
 * <p>Classes are loaded and linked, not initialised: two threads that initialise classes which need
 * each other would wait for each other.
 */
final class Ahead implements Runnable {

  static final String LIST = "start.txt";

  static void start() {
    Thread thread = new Thread(null, new Ahead(), "countersign-ahead", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    try {
      thread.start();
    } catch (OutOfMemoryError noThread) {
      return;
    }
  }

  @Override
  public void run() {
    try {
      load();
    } catch (IOException | LinkageError | RuntimeException | OutOfMemoryError again) {
      return;
    }
  }

  private static void load() throws IOException {
    String list;
    try (InputStream in = Ahead.class.getResourceAsStream(LIST)) {
      if (in == null) {
        return;
      }
      list = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
    ClassLoader loader = Ahead.class.getClassLoader();
    int from = 0;
    for (int end = list.indexOf('\n'); end >= 0; end = list.indexOf('\n', from)) {
      link(list.substring(from, end), loader);
      from = end + 1;
    }
  }

  /**
   * Returns how many public fields it has: asked for them, the JVM links it, and so verifies it.
   */
  private static int link(String name, ClassLoader loader) {
    Class<?> type;
    try {
      type = Class.forName(name, false, loader);
    } catch (ClassNotFoundException gone) {
      // The list is of an earlier day. Nobody needs it then.
      return 0;
    }
    return type.getFields().length;
  }

  private Ahead() {}
}
