package com.example.acts.langchain4j;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Several lines of the library in one JVM, each with the acts in a class loader of its own, as an
 * application server has them.
 */
public final class LineLoaders {

  /**
   * @param lines for each line its name, its class path, and its acts, separated by commas
   */
  public static void main(String[] lines) throws Exception {
    for (int i = 0; i < lines.length; i += 3) {
      System.out.println("=== " + lines[i]);
      try (URLClassLoader loader =
          new URLClassLoader(urls(lines[i + 1]), ClassLoader.getPlatformClassLoader())) {
        loader
            .loadClass("com.example.acts.langchain4j.Lines")
            .getMethod("main", String[].class)
            .invoke(null, (Object) lines[i + 2].split(","));
      }
    }
  }

  private static URL[] urls(String classPath) throws Exception {
    List<URL> urls = new ArrayList<>();
    for (String entry : Arrays.asList(classPath.split(File.pathSeparator))) {
      urls.add(Path.of(entry).toUri().toURL());
    }
    return urls.toArray(new URL[0]);
  }

  private LineLoaders() {}
}
