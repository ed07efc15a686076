package dev.countersign.ledger;

import java.lang.reflect.InvocationTargetException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;

/**
 * The JDK's own file system. An application may put one of its own in the default's place ({@code
 * -Djava.nio.file.spi.DefaultFileSystemProvider}); it would then decide what our books say.
 */
final class BuiltInFiles {

  private static final String PROVIDER = "sun.nio.fs.DefaultFileSystemProvider";

  /**
   * @throws LedgerException if the default was replaced and the JDK's own cannot be reached
   */
  static FileSystem system() {
    FileSystem standard = FileSystems.getDefault();
    if (standard.getClass().getModule() == Object.class.getModule()) {
      return standard;
    }
    try {
      return (FileSystem)
          Class.forName(PROVIDER, true, null).getMethod("theFileSystem").invoke(null);
    } catch (ClassNotFoundException
        | NoSuchMethodException
        | IllegalAccessException
        | InvocationTargetException e) {
      throw new LedgerException(
          "the application replaced the default file system"
              + " (java.nio.file.spi.DefaultFileSystemProvider is "
              + standard.provider().getClass().getName()
              + ") and the JDK's own is not open to the agent; start with --add-exports"
              + " java.base/sun.nio.fs=ALL-UNNAMED, or without that property",
          e);
    }
  }

  private BuiltInFiles() {}
}
