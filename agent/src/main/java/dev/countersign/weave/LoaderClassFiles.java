package dev.countersign.weave;

import java.io.InputStream;
import net.bytebuddy.dynamic.ClassFileLocator;

/**
 * The class files that a loader has as resources. Byte Buddy's own locator makes a class loader
 * when it is initialised.
 *
 * <p>A loader is code of the application: whatever it throws becomes {@link Unreadable}.
 */
record LoaderClassFiles(ClassLoader loader) implements ClassFileLocator {

  /** Why one class file could not be had. */
  static final class Unreadable extends RuntimeException {
    private static final long serialVersionUID = 1;

    Unreadable(String name, Throwable cause) {
      super(
          "the class file of its super type "
              + name
              + " cannot be read: its loader's getResourceAsStream threw "
              + cause.getClass().getName(),
          null,
          false,
          false);
    }
  }

  @Override
  public Resolution locate(String name) {
    // No loader defines these but the JDK's, and not each has them as resources.
    boolean ofJdk = name.startsWith("java.");
    byte[] classFile = ofJdk ? null : read(loader, name);
    if (classFile == null) {
      classFile = read(ClassLoader.getPlatformClassLoader(), name);
    }
    return classFile == null ? new Resolution.Illegal(name) : new Resolution.Explicit(classFile);
  }

  private static byte[] read(ClassLoader loader, String name) {
    try (InputStream in = loader.getResourceAsStream(fileOf(name))) {
      return in == null ? null : in.readAllBytes();
    } catch (VirtualMachineError exhausted) {
      throw exhausted;
    } catch (Throwable failed) {
      throw new Unreadable(name, failed);
    }
  }

  static String fileOf(String name) {
    return name.replace('.', '/') + ".class";
  }

  @Override
  public void close() {}
}
