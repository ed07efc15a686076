package dev.countersign.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A device that refuses to keep what it was given, as Linux shows it to a process. */
class KernelFileTest {

  @TempDir Path temp;
  private Path path;
  private LineFile file;
  private boolean fails;
  private long kept;
  private int forces;

  @BeforeEach
  void create() throws IOException {
    path = temp.resolve("lines");
    file = KernelFile.factory(this::force).create(path);
  }

  /** A force that fails loses the pages, and the next one knows nothing of them. */
  private void force(RandomAccessFile of) throws IOException {
    forces++;
    if (fails) {
      try (RandomAccessFile device = new RandomAccessFile(path.toFile(), "rw")) {
        device.seek(kept);
        device.write(new byte[(int) (device.length() - kept)]);
      }
      throw new IOException("Input/output error");
    }
    kept = of.length();
  }

  @Test
  void whatAFailedForceLostIsWrittenAgain() throws IOException {
    append("one\n");
    file.persist();
    append("two\n");
    fails = true;
    assertThatThrownBy(file::persist).hasMessage("Input/output error");
    append("three\n");
    assertThatThrownBy(file::persist).hasMessage("Input/output error");
    fails = false;
    append("four\n");
    file.persist();
    append("five\n");
    file.persist();

    assertThat(path).hasContent("one\ntwo\nthree\nfour\nfive\n");
    assertThat(file.fault(24)).isNull();
  }

  @Test
  void whatWasCutOffIsNotWrittenAgain() throws IOException {
    append("one\n");
    fails = true;
    kept = 4;
    assertThatThrownBy(file::persist).isInstanceOf(IOException.class);
    append("two\n");
    file.cutOff(4, lines("one\n"), lines("two\n"));
    fails = false;
    append("2\n");
    file.persist();

    assertThat(path).hasContent("one\n2\n");
  }

  @Test
  void whatIsOnTheDeviceCanBeCutOffAsWell() throws IOException {
    append("one\n");
    file.persist();
    append("two\n");
    file.persist();
    file.cutOff(4, lines("one\n"), lines("two\n"));
    kept = 4;
    append("2\n");
    fails = true;
    assertThatThrownBy(file::persist).hasMessage("Input/output error");
    fails = false;
    append("3\n");
    file.persist();

    assertThat(path).hasContent("one\n2\n3\n");
    assertThat(file.fault(8)).isNull();
  }

  @Test
  void aFileThatIsNotDurableForTooLongIsGivenUp() throws IOException {
    fails = true;
    byte[] much = new byte[1 << 20];
    for (int i = 0; i < 5; i++) {
      file.append(much, much.length);
      assertThatThrownBy(file::persist).isInstanceOf(IOException.class);
    }
    assertThat(file.fault(5L << 20)).contains("could not be made durable");
  }

  @Test
  void withoutAForceNothingIsKeptInMemory() throws IOException {
    Path other = temp.resolve("others");
    try (LineFile plain = KernelFile.FACTORY.create(other)) {
      plain.append(new byte[6 << 20], 6 << 20);
      plain.persist();
      assertThat(plain.fault(6L << 20)).isNull();
    }
    assertThat(forces).isZero();
  }

  /**
   * What is written behind the end that a file has no more would make it as long as it has to be.
   */
  @Test
  void whatIsWrittenToAFileThatWasCutDoesNotHideThat() throws IOException {
    append("one\n");
    cut(1);
    append("two\n");

    assertThat(path).hasContent("otwo\n");
    assertThat(file.fault(8)).isEqualTo("was truncated");
    assertThatThrownBy(() -> file.cutOff(8, lines("two\n"), lines("")))
        .hasMessageContaining("shorter");
    assertThat(file.fault(8)).isEqualTo("was truncated");
  }

  static Stream<Arguments> whatTheFileHas() {
    return Stream.of(
        Arguments.of("one\ntwo\n", true),
        Arguments.of("one\ntwo\nthr", true),
        Arguments.of("one\ntwo\nthree\n", true),
        Arguments.of("one\n#\ntwo\n", false),
        Arguments.of("one\ntwo\n#\n", false),
        Arguments.of("one\ntwo\nthree\n#", false),
        Arguments.of("onetwo\nt", false),
        Arguments.of("one\nthree", false));
  }

  /** What looks as long as it has to be once something is cut off is not cut. */
  @ParameterizedTest
  @MethodSource("whatTheFileHas")
  void onlyWhatWeWroteIsCutOff(String content, boolean ours) throws IOException {
    append("one\n");
    append("two\n");
    Files.writeString(path, content);
    if (ours) {
      file.cutOff(8, lines("two\n"), lines("three\n"));
      assertThat(path).hasContent("one\ntwo\n");
    } else {
      assertThatThrownBy(() -> file.cutOff(8, lines("two\n"), lines("three\n")))
          .hasMessageContaining("does not hold what was written");
      assertThat(path).hasContent(content);
    }
  }

  /** The same of what is written again where a force failed: it stands where it stood. */
  @Test
  void whatIsWrittenAgainToAFileThatWasCutDoesNotHideThat() throws IOException {
    append("one\n");
    file.persist();
    cut(1);
    append("two\n");
    fails = true;
    kept = 1;
    assertThatThrownBy(file::persist).hasMessage("Input/output error");
    fails = false;
    append("three\n");
    assertThatThrownBy(file::persist).hasMessageContaining("shorter");

    assertThat(file.fault(14)).isEqualTo("was truncated");
  }

  /** Somebody puts another file there while it is opened, and may put ours back. */
  @ParameterizedTest
  @CsvSource({
    "other, ours, ours",
    "ours, other, ours",
    "other, other, ours",
    "ours, ours, other",
    "other, other, other"
  })
  void aFileThatWasExchangedWhileItWasOpenedIsNotUsed(String written, String cut, String there)
      throws IOException {
    Path ours = Files.createFile(temp.resolve("ours"));
    Files.createFile(temp.resolve("other"));
    Object key = Files.readAttributes(ours, BasicFileAttributes.class).fileKey();
    try (FileOutputStream end = new FileOutputStream(temp.resolve(written).toFile(), true);
        RandomAccessFile file = new RandomAccessFile(temp.resolve(cut).toFile(), "rw")) {
      assertThatThrownBy(() -> KernelFile.requireOne(temp.resolve(there), key, end, file))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("was exchanged");
    }
  }

  @Test
  void theLengthIsKnownWithoutALookAtTheName() throws IOException {
    try (LineFile plain = KernelFile.FACTORY.create(temp.resolve("plain"))) {
      assertThat(plain.isKnownToHave(0)).isTrue();
      long length = 0;
      for (int more : new int[] {1, 700, 8191, 8192, 100_000, 3}) {
        plain.append(new byte[more], more);
        assertThat(plain.isKnownToHave(length)).isFalse();
        length += more;
        assertThat(plain.isKnownToHave(length + 1)).isFalse();
        assertThat(plain.isKnownToHave(length)).isTrue();
        assertThat(plain.isKnownToHave(length)).isTrue();
      }
      plain.append(new byte[5], 5);
      Lines none = new Lines();
      Lines five = new Lines();
      five.add(new byte[5], 5);
      plain.cutOff(length, none, five);
      assertThat(plain.isKnownToHave(length + 5)).isFalse();
      assertThat(plain.isKnownToHave(length)).isTrue();
      plain.append(new byte[5], 5);
      assertThat(plain.isKnownToHave(length + 5)).isTrue();
    }
    append("one\n");
    assertThat(file.isKnownToHave(4)).as("of one that is forced").isFalse();
  }

  @Test
  void aDirectoryIsForcedByAnInterruptedThreadAsWell() throws IOException {
    Thread.currentThread().interrupt();
    try (LineFile durable = KernelFile.DURABLE.create(temp.resolve("durable"))) {
      durable.append(new byte[1], 1);
      durable.persist();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(Files.size(temp.resolve("durable"))).isEqualTo(1);
  }

  private static Lines lines(String text) {
    Lines lines = new Lines();
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    lines.add(bytes, bytes.length);
    return lines;
  }

  private void cut(long length) throws IOException {
    try (RandomAccessFile other = new RandomAccessFile(path.toFile(), "rw")) {
      other.setLength(length);
    }
  }

  private void append(String line) throws IOException {
    byte[] bytes = line.getBytes(StandardCharsets.US_ASCII);
    file.append(bytes, bytes.length);
  }
}
