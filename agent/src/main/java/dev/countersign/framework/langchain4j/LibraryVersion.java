package dev.countersign.framework.langchain4j;

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
 * Which LangChain4j a class belongs to, read from the jar that it came from; only for messages and
 * {@code doctor}.
 */
final class LibraryVersion {

  private static final String[] POM_PROPERTIES = {
    "META-INF/maven/dev.langchain4j/langchain4j/pom.properties",
    "META-INF/maven/dev.langchain4j/langchain4j-core/pom.properties"
  };

  /**
   * For example {@code LangChain4j 1.19.0}; {@code LangChain4j of unknown version} where the jar
   * does not say.
   */
  static String of(Class<?> type) {
    String version = version(type);
    return version == null ? "LangChain4j of unknown version" : "LangChain4j " + version;
  }

  private static String version(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    URL location = source == null ? null : source.getLocation();
    if (location == null || !location.getProtocol().equals("file")) {
      return null;
    }
    try (JarFile jar = new JarFile(new File(new URI(location.toString())))) {
      for (String name : POM_PROPERTIES) {
        ZipEntry entry = jar.getEntry(name);
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
