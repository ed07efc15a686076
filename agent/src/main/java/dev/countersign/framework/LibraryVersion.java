package dev.countersign.framework;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.security.CodeSource;
import java.util.Properties;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/**
 * Which version of a framework a class belongs to, read from the jar that it came from; only for
 * messages and {@code doctor}.
 */
public final class LibraryVersion {

  /**
   * For example {@code LangChain4j 1.19.0}; {@code LangChain4j of unknown version} where the jar
   * does not say.
   *
   * @param framework its name
   * @param artifacts whose jars may hold the class, as {@code group/artifact}
   */
  public static String of(Class<?> type, String framework, String... artifacts) {
    String version = version(type, artifacts);
    return framework + " " + (version == null ? "of unknown version" : version);
  }

  private static String version(Class<?> type, String[] artifacts) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    URL location = source == null ? null : source.getLocation();
    if (location == null || !location.getProtocol().equals("file")) {
      return null;
    }
    try (JarFile jar = new JarFile(new File(new URI(location.toString())))) {
      for (String artifact : artifacts) {
        ZipEntry entry = jar.getEntry("META-INF/maven/" + artifact + "/pom.properties");
        if (entry != null) {
          Properties properties = new Properties();
          try (InputStream stream = jar.getInputStream(entry)) {
            properties.load(stream);
          }
          return properties.getProperty("version");
        }
      }
      return null;
    } catch (IOException | URISyntaxException | IllegalArgumentException noJar) {
      // A directory of classes, or a jar that was removed: the version is unknown, which is what
      // will be said.
      return null;
    }
  }

  private LibraryVersion() {}
}
