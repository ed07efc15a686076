package dev.countersign.weave;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** Has one class defined at every depth near the end of a stack, by a loader of its own each. */
final class LoadedDeep {

  private static final String NAME = "dev.countersign.weave.ForkedAgent$Late";

  private final List<Class<?>> defined = new ArrayList<>(100_000);
  private final byte[] classFile;

  LoadedDeep() throws IOException {
    try (InputStream in = getClass().getResourceAsStream("ForkedAgent$Late.class")) {
      classFile = in.readAllBytes();
    }
  }

  /** Whether each class that got defined carries its gate, at once or soon. */
  boolean everyOneIsWoven(Weaver weaver) throws InterruptedException {
    for (int round = 0; round < 40; round++) {
      int shift = round;
      Thread thread = new Thread(null, () -> dive(shift), "deep", 256 << 10);
      thread.start();
      thread.join();
    }
    long deadline = System.nanoTime() + 20_000_000_000L;
    for (Class<?> each : defined) {
      while (weaver.wovenMethod(each, "value", "(I)") == null) {
        if (System.nanoTime() > deadline) {
          return false;
        }
        Thread.onSpinWait();
      }
    }
    return !defined.isEmpty();
  }

  @SuppressWarnings("InfiniteRecursion")
  private int dive(long shift) {
    int room = 0;
    try {
      room = dive(shift + 1) + 1;
    } catch (StackOverflowError end) {
      room = 0;
    }
    if (room < 300) {
      try {
        defined.add(new One().define(classFile));
      } catch (LinkageError | StackOverflowError refused) {
        return room;
      }
    }
    return room;
  }

  private static final class One extends ClassLoader {
    One() {
      super(LoadedDeep.class.getClassLoader());
    }

    Class<?> define(byte[] file) {
      return defineClass(NAME, file, 0, file.length);
    }
  }
}
