package dev.countersign.it.launch;

import dev.countersign.it.AgentRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;

/** Packs test applications as their owners would. */
final class Jars {

  private static final Path ACTS = Path.of(AgentRun.Builder.testClasses());

  /** An executable jar of the acts of {@code com.example.acts.launch}. */
  static Path executable(Path file, Class<?> main) throws IOException {
    Manifest manifest = manifest(main.getName());
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
      for (Path act : acts()) {
        store(jar, ACTS.relativize(act).toString(), Files.readAllBytes(act));
      }
    }
    return file;
  }

  /**
   * An executable jar as Spring Boot lays it out: its loader at the root, the application under
   * {@code BOOT-INF/classes}, its libraries as jars in the jar, stored.
   */
  static Path springBoot(Path file, Path loader, Class<?> start, List<Path> libraries)
      throws IOException {
    Manifest manifest = manifest("org.springframework.boot.loader.launch.JarLauncher");
    Attributes main = manifest.getMainAttributes();
    main.putValue("Start-Class", start.getName());
    main.putValue("Spring-Boot-Classes", "BOOT-INF/classes/");
    main.putValue("Spring-Boot-Lib", "BOOT-INF/lib/");
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest);
        JarFile classes = new JarFile(loader.toFile())) {
      for (JarEntry entry : classes.stream().toList()) {
        if (!entry.isDirectory() && entry.getName().startsWith("org/")) {
          try (InputStream in = classes.getInputStream(entry)) {
            store(jar, entry.getName(), in.readAllBytes());
          }
        }
      }
      directory(jar, "BOOT-INF/");
      directory(jar, "BOOT-INF/classes/");
      Set<String> directories = new HashSet<>();
      for (Path act : acts()) {
        String name = ACTS.relativize(act).toString();
        for (int slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) {
          if (directories.add(name.substring(0, slash))) {
            directory(jar, "BOOT-INF/classes/" + name.substring(0, slash + 1));
          }
        }
        store(jar, "BOOT-INF/classes/" + name, Files.readAllBytes(act));
      }
      directory(jar, "BOOT-INF/lib/");
      for (Path library : libraries) {
        store(jar, "BOOT-INF/lib/" + library.getFileName(), Files.readAllBytes(library));
      }
    }
    return file;
  }

  private static Manifest manifest(String main) {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main);
    return manifest;
  }

  private static List<Path> acts() throws IOException {
    Path packages = ACTS.resolve("com/example/acts");
    try (Stream<Path> launch = Files.list(packages.resolve("launch"))) {
      return Stream.concat(Stream.of(packages.resolve("Act.class")), launch.sorted()).toList();
    }
  }

  private static void directory(JarOutputStream jar, String name) throws IOException {
    store(jar, name, new byte[0]);
  }

  /** Uncompressed: a jar in a jar is read in place. */
  private static void store(JarOutputStream jar, String name, byte[] content) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(content.length);
    CRC32 check = new CRC32();
    check.update(content);
    entry.setCrc(check.getValue());
    jar.putNextEntry(entry);
    jar.write(content);
    jar.closeEntry();
  }

  private Jars() {}
}
