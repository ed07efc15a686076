package dev.countersign.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose keys are used. */
class PrivateFileTest {

  @TempDir Path directory;

  private Path key(String permissions) throws IOException {
    Path file = Files.writeString(directory.resolve("key.pem"), "a key");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-------", "r--------"})
  void ofThisUserAlone(String permissions) throws IOException {
    assertThat(PrivateFile.read(key(permissions).toString())).isEqualTo("a key");
    Path link =
        Files.createSymbolicLink(directory.resolve("mounted"), directory.resolve("key.pem"));
    assertThat(PrivateFile.read(link.toString())).isEqualTo("a key");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw-----w-", "rwx------", "rw-r--r--", "rw----r--"})
  void notWhatOthersMayUse(String permissions) throws IOException {
    Path file = key(permissions);
    assertThatThrownBy(() -> PrivateFile.read(file.toString()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(permissions)
        .hasMessageContaining("chmod 600 " + file);
  }

  @Test
  void notWhatBelongsToSomebodyElse() throws IOException {
    Path file = key("rw-------");
    try {
      Files.setAttribute(file, "unix:uid", 65_534);
    } catch (IOException notAllowed) {
      // Not root: then what root owns is somebody else's.
      file = Path.of(System.getProperty("java.home"), "release");
      Assumptions.assumeTrue((Integer) Files.getAttribute(file, "unix:uid") == 0);
      Assumptions.assumeTrue(StateDirectory.ownUser() != 0);
    }
    String path = file.toString();
    assertThatThrownBy(() -> PrivateFile.read(path)).hasMessageContaining("it belongs to");
  }

  @Test
  void notWhatIsNotThere() {
    assertThatThrownBy(() -> PrivateFile.read(directory.resolve("none").toString()))
        .hasMessageContaining("there is no such file")
        .hasMessageContaining("none");
  }
}
