package dev.countersign.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockDigestTest {

  @TempDir Path directory;

  private final List<String> holes = new ArrayList<>();

  @Test
  void changesWithTheContentOfAFileAndNotWithTheOrderOfThePath() throws IOException {
    Path a = Files.write(directory.resolve("a.bin"), new byte[3 << 16]);
    Path b = Files.write(directory.resolve("b.bin"), new byte[] {1});
    String before = digest(a, b);

    assertThat(digest(b, a)).isEqualTo(before);
    byte[] changed = new byte[3 << 16];
    changed[(2 << 16) + 5] = 1;
    Files.write(a, changed);
    assertThat(digest(a, b)).isNotEqualTo(before);
  }

  @Test
  void followsTheClassPathOfAManifest() throws IOException {
    Path library = Files.write(directory.resolve("library one.jar"), jar(null));
    Path application =
        Files.write(directory.resolve("app.jar"), jar("library%20one.jar missing.jar lib/"));
    Files.createDirectory(directory.resolve("lib"));
    String before = digest(application);

    assertThat(holes).singleElement().asString().contains("lib on the class path is a directory");
    Files.write(library, jar("another.jar"));
    assertThat(digest(application)).isNotEqualTo(before);
  }

  @Test
  void passesOverWhatIsNoJarAsTheJvmDoes() throws IOException {
    Path garbage = Files.write(directory.resolve("garbage.jar"), new byte[] {1, 2, 3});

    assertThat(digest(garbage)).hasSize(64);
    assertThat(holes).isEmpty();
  }

  @Test
  void saysADirectoryOfThePathAtOnce() {
    assertThat(new LockDigest(holes::add, directory.toString()).directories())
        .containsExactly(directory.toString());
  }

  private String digest(Path... files) {
    List<String> paths = new ArrayList<>();
    for (Path file : files) {
      paths.add(file.toString());
    }
    LockDigest digest = new LockDigest(holes::add, String.join(File.pathSeparator, paths), null);
    return digest.start().get();
  }

  private static byte[] jar(String classPath) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (classPath != null) {
      manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
    }
    java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
    new JarOutputStream(bytes, manifest).close();
    return bytes.toByteArray();
  }
}
