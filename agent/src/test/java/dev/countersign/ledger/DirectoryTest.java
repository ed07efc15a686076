package dev.countersign.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.countersign.canonical.Hex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules for {@code ledger.dir} and for the files in it (spec 5.9, 6). */
class DirectoryTest {

  @TempDir Path temp;

  @Test
  void aMissingDirectoryIsCreatedForItsOwnerOnly() throws IOException {
    Path dir = temp.resolve("ledger");
    Ledger ledger = Ledger.create(Calls.settings(dir));

    assertThat(permissions(dir)).isEqualTo("rwx------");
    assertThat(permissions(ledger.files().chain())).isEqualTo("rw-------");
    assertThat(permissions(ledger.files().effects())).isEqualTo("rw-------");
  }

  @Test
  void fileNamesSayWhenWhoAndWhich() {
    Ledger ledger = Ledger.create(Calls.settings(temp.resolve("ledger")));

    assertThat(ledger.files().stem())
        .matches("[0-9]{8}T[0-9]{6}Z-" + ProcessHandle.current().pid() + "-[0-9a-f]{16}");
    assertThat(LedgerFiles.of(ledger.files().chain()).effects())
        .isEqualTo(ledger.files().effects());
    assertThat(ledger.files().status().getFileName())
        .hasToString(ledger.files().stem() + ".status.json");
    assertThat(LedgerFiles.isChain(ledger.files().effects().getFileName().toString())).isFalse();
  }

  @Test
  void aMissingParentIsNotCreated() {
    assertRefused(temp.resolve("a/b"), "has no parent directory");
    assertThat(temp.resolve("a")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwxrwx---", "rwx---rwx", "rwxrwxrwx", "rwx-w----", "rwx----w-"})
  void aDirectoryThatOthersWriteIsRefused(String permissions) throws IOException {
    Path dir = Files.createDirectory(temp.resolve("ledger"));
    Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString(permissions));

    assertRefused(dir, "is writable by group or others");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwx------", "rwxr-xr-x", "rwxr-x---"})
  void aDirectoryThatOthersReadIsUsed(String permissions) throws IOException {
    Path dir = Files.createDirectory(temp.resolve("ledger"));
    Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString(permissions));

    assertThat(Ledger.create(Calls.settings(dir)).files().chain()).exists();
    assertThat(permissions(dir)).isEqualTo(permissions);
  }

  @Test
  void aReadOnlyDirectoryIsRefused() throws IOException {
    Path dir = Files.createDirectory(temp.resolve("ledger"));
    Files.setPosixFilePermissions(dir, PosixFilePermissions.fromString("r-xr-xr-x"));
    assumeThat(Files.isWritable(dir)).as("root may write anywhere").isFalse();

    assertRefused(dir, "is not writable");
  }

  @Test
  void aFileIsRefused() throws IOException {
    assertRefused(Files.createFile(temp.resolve("ledger")), "is not a directory");
    assertRefused(temp.resolve("ledger/below"), "Not a directory");
  }

  @Test
  void aLinkIsRefusedWhereverItLeads() throws IOException {
    Path real = Files.createDirectory(temp.resolve("real"));
    assertRefused(Files.createSymbolicLink(temp.resolve("link"), real), "is a symbolic link");
    assertRefused(
        Files.createSymbolicLink(temp.resolve("dangling"), temp.resolve("nowhere")),
        "is a symbolic link");
    assertThat(temp.resolve("nowhere")).doesNotExist();
  }

  @Test
  void aLinkAmongTheParentsIsResolvedOnce() throws IOException {
    Path first = Files.createDirectory(temp.resolve("first"));
    Path second = Files.createDirectory(temp.resolve("second"));
    Path link = Files.createSymbolicLink(temp.resolve("link"), first);
    Ledger ledger = Ledger.create(Calls.settings(link.resolve("ledger")));
    Files.delete(link);
    Files.createSymbolicLink(link, second);

    ledger.act("status", Map.of());
    assertThat(ledger.files().directory()).isEqualTo(first.toRealPath().resolve("ledger"));
    assertThat(Books.of(ledger).assertIntact().events()).hasSize(3);
    assertThat(second).isEmptyDirectory();
  }

  @Test
  void aNameThatIsNoPathIsRefused() {
    assertThatThrownBy(() -> Ledger.create(LedgerSettings.of("a\0b", "shop", "1")))
        .isInstanceOf(LedgerException.class)
        .hasMessageContaining("is not a path");
    assertThatThrownBy(() -> Ledger.create(LedgerSettings.of("/", "shop", "1")))
        .hasMessageContaining("root of the file system");
  }

  @Test
  void anExistingFileIsNeverOpened() throws IOException {
    Path dir = Files.createDirectory(temp.resolve("ledger"));
    Path chain = dir.resolve(stem() + ".jsonl");
    Files.writeString(chain, "old books\n");

    assertThatThrownBy(() -> replayed(dir))
        .isInstanceOf(LedgerException.class)
        .hasMessageContaining("FileAlreadyExists");
    assertThat(chain).hasContent("old books\n");
  }

  @Test
  void aLinkInAFilesPlaceIsNotFollowed() throws IOException {
    Path dir = Files.createDirectory(temp.resolve("ledger"));
    Path target = temp.resolve("target");
    Files.createSymbolicLink(dir.resolve(stem() + ".effects.jsonl"), target);

    assertThatThrownBy(() -> replayed(dir)).isInstanceOf(LedgerException.class);
    assertThat(target).doesNotExist();
    assertThat(dir.resolve(stem() + ".jsonl")).as("no half of a chain remains").doesNotExist();
  }

  private static Ledger replayed(Path dir) {
    return Ledger.create(
        Calls.settings(dir),
        bytes -> Arrays.fill(bytes, (byte) 7),
        SteppingClock.from("2026-11-29T20:00:00Z"),
        KernelFile.FACTORY);
  }

  private static String stem() {
    byte[] id = {7, 7, 7, 7, 7, 7, 7, 7};
    return "20261129T200000Z-" + ProcessHandle.current().pid() + "-" + Hex.of(id);
  }

  private static void assertRefused(Path dir, String why) {
    assertThatThrownBy(() -> Ledger.create(Calls.settings(dir)))
        .isInstanceOf(LedgerException.class)
        .hasMessageContainingAll("ledger.dir: " + dir, why);
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(
        Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
  }
}
