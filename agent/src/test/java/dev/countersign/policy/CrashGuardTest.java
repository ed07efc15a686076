package dev.countersign.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who has died of a version: told by the kernel, and not by a process number. */
class CrashGuardTest {

  private static final String ONE = "1".repeat(64);
  private static final String TWO = "2".repeat(64);

  @TempDir Path directory;

  private PinnedState state;

  @BeforeEach
  void remembers() throws IOException {
    state = PinnedState.in(directory, new Disk());
  }

  private CrashGuard guard() {
    return new CrashGuard(state);
  }

  /** A JVM that was killed leaves a note that nobody holds. */
  static void die(PinnedState state, String sha256, int number) throws IOException {
    Files.createFile(
        state.directory().resolve(CrashGuard.TRIAL + sha256 + '-' + "%032x".formatted(number)));
  }

  private static String at(Class<?> of) {
    try {
      return Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private Process begins(String sha256) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                at(TrialHolder.class) + File.pathSeparator + at(CrashGuard.class),
                TrialHolder.class.getName(),
                directory.toString(),
                sha256)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String said =
        new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))
            .readLine();
    assertThat(said).isIn("true", "false");
    return process;
  }

  @Test
  void whoLivesIsNotDeadAndWhoWasKilledIs() throws Exception {
    Process first = begins(ONE);
    Process second = begins(ONE);
    assertThat(guard().begin(ONE)).as("two that live").isFalse();
    first.destroyForcibly().waitFor();
    assertThat(guard().begin(ONE)).as("one death").isFalse();
    second.destroyForcibly().waitFor();
    assertThat(guard().begin(ONE)).as("two deaths").isTrue();
    assertThat(guard().begin(TWO)).as("of another version").isFalse();
  }

  /** Between the two, the note of one that ended as it should was opened. */
  @Test
  void whoTookItsNoteAwayIsNotDeadThoughItCanBeLocked() throws Exception {
    Path note = Files.createFile(directory.resolve("note"));
    try (FileChannel open = FileChannel.open(note, StandardOpenOption.WRITE)) {
      assertThat(CrashGuard.isGone(note, open)).isTrue();
      Files.delete(note);
      assertThat(CrashGuard.isGone(note, open)).isFalse();
    }
  }

  @Test
  void whatIsKnownOfOneVersionIsNotForgottenWithAnother() throws Exception {
    die(state, ONE, 1);
    die(state, ONE, 2);
    CrashGuard guard = guard();
    assertThat(guard.begin(ONE)).isTrue();
    guard.forgive(TWO);
    assertThat(CrashGuard.hasTooMany(state, ONE)).isTrue();
    guard.forgive(ONE);
    assertThat(CrashGuard.hasTooMany(state, ONE)).isFalse();
    guard.end();
  }

  @Test
  void whoEndsAsItShouldLeavesNothing() throws Exception {
    Process process = begins(ONE);
    assertThat(state.notes(CrashGuard.TRIAL)).hasSize(1);
    process.getOutputStream().close();
    assertThat(process.waitFor()).isZero();
    assertThat(state.notes(CrashGuard.TRIAL)).isEmpty();
  }

  @Test
  void anAdoptedVersionIsTheOneOnTrial() throws Exception {
    CrashGuard guard = guard();
    guard.begin(ONE);
    guard.begin(TWO);
    assertThat(state.notes(CrashGuard.TRIAL))
        .singleElement()
        .asString()
        .startsWith(CrashGuard.TRIAL + TWO);
    guard.end();
    assertThat(state.notes(CrashGuard.TRIAL)).isEmpty();
  }

  @Test
  void deathsAreCountedOnceAndForTheirVersion() throws Exception {
    die(state, ONE, 1);
    assertThat(guard().begin(ONE)).isFalse();
    assertThat(guard().begin(ONE)).as("the same death").isFalse();
    die(state, ONE, 2);
    assertThat(guard().begin(ONE)).isTrue();
    assertThat(CrashGuard.hasTooMany(state, ONE)).isTrue();
    assertThat(CrashGuard.hasTooMany(state, TWO)).isFalse();
  }

  @Test
  void aCountThatSomebodyChangedIsNoCount() throws Exception {
    state.note("deaths", (ONE + " many").getBytes(StandardCharsets.US_ASCII));
    assertThatThrownBy(() -> guard().begin(ONE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("deaths")
        .hasMessageContaining("a number of deaths");
  }
}
