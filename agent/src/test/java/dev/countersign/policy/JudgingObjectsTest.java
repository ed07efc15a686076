package dev.countersign.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JudgingObjectsTest {

  private static final byte[] OBJECT = "{\"version\":1}".getBytes(StandardCharsets.UTF_8);

  @TempDir Path state;

  @Test
  void oneIsKeptUnderItsHashForItsOwnerOnly() throws Exception {
    JudgingObjects objects = JudgingObjects.in(state);
    assertThat(objects.find(JudgingObjects.name(OBJECT))).isNull();
    assertThat(state).isEmptyDirectory();
    String name = objects.keep(OBJECT);
    assertThat(name).isEqualTo(JudgingObjects.name(OBJECT)).startsWith("sha256:").hasSize(71);
    assertThat(objects.find(name)).isEqualTo(OBJECT);
    Path file = state.resolve("policies").resolve(name.substring(7) + ".json");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
        .isEqualTo("rwx------");
  }

  @Test
  void keptTwiceItIsWrittenOnce() throws Exception {
    JudgingObjects objects = JudgingObjects.in(state);
    String name = objects.keep(OBJECT);
    Path file = objects.directory().resolve(name.substring(7) + ".json");
    Object before = Files.readAttributes(file, "unix:ino").get("ino");
    assertThat(objects.keep(OBJECT)).isEqualTo(name);
    assertThat(Files.readAttributes(file, "unix:ino").get("ino")).isEqualTo(before);
  }

  @Test
  void namesThatAreNoneFindNothing() throws Exception {
    Files.writeString(state.resolve("secret.json"), "{}");
    JudgingObjects objects = JudgingObjects.at(state);
    for (String name :
        new String[] {"", "sha256:", "secret", "sha256:secret", "sha256:../" + "a".repeat(61)}) {
      assertThat(objects.find(name)).as(name).isNull();
    }
  }

  @Test
  void aLinkInTheirPlaceIsNotFollowed() throws Exception {
    Path elsewhere = Files.createDirectory(state.resolve("elsewhere"));
    Files.createSymbolicLink(state.resolve("policies"), elsewhere);
    assertThatThrownBy(() -> JudgingObjects.in(state).keep(OBJECT))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is a link");
    assertThat(elsewhere).isEmptyDirectory();
    JudgingObjects there = JudgingObjects.at(elsewhere);
    String name = there.keep(OBJECT);
    Path file = elsewhere.resolve(name.substring(7) + ".json");
    Path moved = Files.move(file, state.resolve("moved"));
    Files.createSymbolicLink(file, moved);
    assertThatThrownBy(() -> there.find(name)).isInstanceOf(IOException.class);
  }
}
