package com.example.acts.launch;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;

/** A system class loader that defines the application's classes itself. */
public class OwnLoader extends URLClassLoader {

  static {
    registerAsParallelCapable();
  }

  public OwnLoader(ClassLoader parent) {
    super("own", new URL[0], parent);
    System.out.println("loader made");
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith("com.example.acts.")) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : define(name);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException broken) {
      throw new ClassNotFoundException(name, broken);
    }
  }

  /** What the JVM asks of a system class loader before any agent runs. */
  protected void appendToClassPathForInstrumentation(String jar) throws MalformedURLException {
    addURL(new File(jar).toURI().toURL());
  }

  /** One that no agent can be added to. */
  public static final class Closed extends ClassLoader {
    public Closed(ClassLoader parent) {
      super("closed", parent);
    }
  }
}
