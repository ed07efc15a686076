package dev.countersign.config;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnreadableFilesTest {

  private static final String GOOD = "bundle: b\nversion: 1\nmode: observe\nledger: { dir: d }\n";

  @TempDir private Path directory;

  @Test
  void aFileThatIsNotThere() {
    File file = directory.resolve("none.yaml").toFile();
    assertThat(refused(file))
        .isEqualTo(
            file
                + ": there is no such file. Name an existing one; a relative path counts from the working directory");
    assertThat(
            catchThrowableOfType(ConfigurationException.class, () -> Configuration.load(file))
                .unreadable())
        .isTrue();
  }

  @Test
  void aDirectory() {
    assertThat(refused(directory.toFile()))
        .isEqualTo(directory + ": this is a directory. Name the configuration file in it");
  }

  @Test
  void aFileThatThisUserMayNotRead() throws IOException {
    Path file = Files.writeString(directory.resolve("c.yaml"), GOOD);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
    assumeThat(Files.isReadable(file)).as("root reads everything").isFalse();
    assertThat(refused(file.toFile()))
        .isEqualTo(
            file
                + ": cannot be opened by the user that runs this JVM. Check the permissions of the file and of the"
                + " directories above it");
  }

  @Test
  void aFileOfAHundredMegabytesIsNotReadAtAll() throws IOException {
    File file = directory.resolve("huge.yaml").toFile();
    try (RandomAccessFile sparse = new RandomAccessFile(file, "rw")) {
      sparse.setLength(100L << 20);
    }
    assertThat(refused(file))
        .isEqualTo(
            file + ": larger than 4 MiB, the bound for a configuration. Is this the right file?");
  }

  @Test
  void aDeviceWithoutAnEndIsReadUpToTheBound() {
    File zeros = new File("/dev/zero");
    assumeThat(zeros.exists()).isTrue();
    assertThat(refused(zeros))
        .isEqualTo(
            "/dev/zero: larger than 4 MiB, the bound for a configuration. Is this the right file?");
  }

  @Test
  void anEmptyFile() {
    assertThat(refused(new byte[0]))
        .isEqualTo(
            "F: the file is empty. The least is bundle, version, mode and ledger: { dir: … }; see \"countersign config"
                + " schema\"");
  }

  @Test
  void aByteOrderMark() {
    assertThat(refused(("\ufeff" + GOOD).getBytes(UTF_8)))
        .isEqualTo("F:1:1: begins with a byte order mark. Save the file as UTF-8 without one");
  }

  @Test
  void utf16() {
    assertThat(refused(GOOD.getBytes(UTF_16)))
        .isEqualTo("F:1:1: this is UTF-16. Save the file as UTF-8");
  }

  @Test
  void latin1IsNamedWithItsPlace() {
    assertThat(refused("bundle: b\nversion: 1 # é\n".getBytes(ISO_8859_1)))
        .isEqualTo("F:2:14: not UTF-8: the byte 0xe9 here. Save the file as UTF-8");
  }

  @Test
  void aCharacterThatIsCutAtTheEnd() {
    assertThat(refused(new byte[] {'a', ':', ' ', (byte) 0xc3}))
        .isEqualTo("F:1:4: not UTF-8: the byte 0xc3 here. Save the file as UTF-8");
  }

  @Test
  void aCharacterThatYamlDoesNotAllow() {
    assertThat(refused("bundle: b\nx: \0".getBytes(UTF_8)))
        .isEqualTo(
            "F:2:4: the character U+0000 is not allowed in YAML. Write it as an escape in double quotes");
  }

  @Test
  void aLoneSurrogateWrittenAsAnEscape() {
    assertThat(refused("bundle: \"\\ud800\"".getBytes(UTF_8)))
        .isEqualTo(
            "F:1:9: half a character: a lone surrogate escape. Write both halves, or the character itself");
  }

  @Test
  void deepNesting() {
    String deep = "tools: " + "[".repeat(100_000) + "]".repeat(100_000);
    assertThat(refused(deep.getBytes(UTF_8)))
        .isEqualTo("F:1:72: nested deeper than 64 levels, the bound for a configuration");
  }

  @Test
  void anAliasBomb() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 30; i++) {
      bomb.append("a").append(i).append(": &a").append(i).append(" [");
      bomb.append(("*a" + (i - 1) + ", ").repeat(9)).append("*a").append(i - 1).append("]\n");
    }
    assertThat(refused(bomb.toString().getBytes(UTF_8)))
        .startsWith("F:5:")
        .endsWith(
            ": its aliases, written out, hold more than 100,000 values, the bound for a configuration");
  }

  @Test
  void moreValuesThanAnybodyWrites() {
    assertThat(refused(("tools: [" + "x,".repeat(200_000) + "x]").getBytes(UTF_8)))
        .endsWith(
            ": more than 100,000 values, the bound for a configuration. Is this the right file?");
  }

  @Test
  void aWritableFileIsReadWithAWarning() throws Exception {
    Path file = Files.writeString(directory.resolve("c.yaml"), GOOD);
    assertThat(Configuration.load(file.toFile()).warnings())
        .singleElement()
        .asString()
        .startsWith(file + ": writable by the user that runs this JVM");
  }

  private static String refused(File file) {
    return only(catchThrowableOfType(ConfigurationException.class, () -> Configuration.load(file)));
  }

  private static String refused(byte[] bytes) {
    return only(
        catchThrowableOfType(ConfigurationException.class, () -> Configuration.parse("F", bytes)));
  }

  private static String only(ConfigurationException e) {
    assertThat(e.problems()).hasSize(1);
    assertThat(e).hasMessage(e.problems().get(0).toString());
    return e.getMessage();
  }
}
