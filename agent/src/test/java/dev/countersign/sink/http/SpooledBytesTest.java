package dev.countersign.sink.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.NotCanonicalException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that are held in a file. */
class SpooledBytesTest {

  @TempDir private Path directory;

  private Room room(int most, long spooled) {
    return new Room(most, new Spool(() -> directory, spooled), new HeldMemory(1 << 20));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Sizes around those of a block of the file, but none that is more. */
  private static List<byte[]> pieces() {
    Random random = new Random(5);
    List<byte[]> pieces = new ArrayList<>();
    for (int size : new int[] {1, 16_383, 1, 16_384, 9_000, 9_000, 7, 5_000, 3, 11_000, 16_000}) {
      byte[] piece = new byte[size];
      random.nextBytes(piece);
      pieces.add(piece);
    }
    return pieces;
  }

  private static byte[] joined(List<byte[]> pieces) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    pieces.forEach(all::writeBytes);
    return all.toByteArray();
  }

  private HeldBytes held(Room room, List<byte[]> pieces) throws IOException {
    HeldBytes held = new HeldBytes(room, -1);
    for (byte[] piece : pieces) {
      held.write(piece, 0, piece.length);
    }
    return held.close();
  }

  private static List<byte[]> read(HeldBytes.Reader reader) throws IOException {
    List<byte[]> read = new ArrayList<>();
    while (reader.next()) {
      byte[] step = new byte[reader.length()];
      reader.buffer().get(step);
      read.add(step);
    }
    return read;
  }

  /** The open files of this process that had a name here, as its user finds them. */
  private List<Path> open() throws IOException {
    List<Path> open = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path one : all) {
        try {
          if (Files.readSymbolicLink(one).toString().startsWith(directory.toRealPath() + "/")) {
            open.add(one);
          }
        } catch (NoSuchFileException closed) {
          continue; // what lists them is one of them
        }
      }
    }
    return open;
  }

  /** Whichever part of them was in memory before. */
  @ParameterizedTest
  @ValueSource(ints = {1, 16_384, 20_000, 50_000, 82_000})
  void areGivenInTheStepsInWhichTheyWereWrittenAsOftenAsTheyAreAskedFor(int most)
      throws IOException {
    HeldBytes held = held(room(most, 1 << 20), pieces());

    assertThat(held.isSpooled()).isTrue();
    assertThat(held.length()).isEqualTo(joined(pieces()).length);
    assertThat(held.digest()).isEqualTo(Blake3.hex(joined(pieces())));
    for (int i = 0; i < 2; i++) {
      HeldBytes.Reader reader = held.read();
      assertThat(read(reader)).usingRecursiveComparison().isEqualTo(pieces());
      reader.close();
    }
    held.release();
  }

  /** So that not more than a block is in memory, whatever was written at once. */
  @Test
  void areGivenInBlocksWhereMoreWasWrittenAtOnce() throws IOException {
    byte[] large = joined(pieces());
    HeldBytes held = held(room(10, 1 << 20), List.of(new byte[] {1, 2}, large));

    HeldBytes.Reader reader = held.read();
    List<byte[]> read = read(reader);
    reader.close();
    assertThat(read.get(0)).containsExactly(1, 2);
    assertThat(joined(read.subList(1, read.size()))).isEqualTo(large);
    assertThat(read).allMatch(step -> step.length <= 16_384);
    held.release();
  }

  @Test
  void keepWhatFramesThemApart() throws IOException {
    HeldBytes held = new HeldBytes(room(3, 1 << 20), -1);
    for (String chunk : new String[] {"ab", "cd", "ef"}) {
      held.frame(bytes("2;"), 0, 2);
      held.write(bytes(chunk), 0, 2);
      held.flush();
    }
    held.write('!');
    held.write('?');
    held.close();

    assertThat(held.isSpooled()).isTrue();
    assertThat(held.digest()).isEqualTo(Blake3.hex(bytes("abcdef!?")));
    HeldBytes.Reader reader = held.read();
    assertThat(new String(joined(read(reader)), StandardCharsets.US_ASCII))
        .isEqualTo("2;ab2;cd2;ef!?");
    reader.close();
    held.release();
  }

  @Test
  void goThereWhereOthersHaveTheMemoryAndAreComparedAsWhatTheyMeanAllTheSame() throws IOException {
    Room room = room(900_000, 1 << 24);
    HeldBytes others = held(room, List.of(new byte[900_000]));
    assertThat(others.isSpooled()).isFalse();
    byte[] all = joined(pieces());
    HeldBytes held = held(room, List.of(new byte[200_000], all));
    assertThat(held.isSpooled()).isTrue();
    assertThat(held.joined()).hasSize(200_000 + all.length).endsWith(all);

    HeldBytes large = held(room, List.of(new byte[900_001]));
    assertThatThrownBy(large::joined)
        .isInstanceOf(NotCanonicalException.class)
        .hasMessageContaining("exact bytes only");
    others.release();
    held.release();
    large.release();
  }

  @Test
  void haveNoNameAndAreTheirUsersAlone() throws IOException {
    HeldBytes held = held(room(1, 1 << 20), pieces());

    assertThat(directory).isEmptyDirectory();
    assertThat(open()).hasSize(1);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(open().get(0))))
        .isEqualTo("rw-------");
    held.release();
    held.release();
    assertThat(open()).isEmpty();
  }

  @Test
  void areGoneWhenTheLastReaderIs() throws IOException {
    HeldBytes held = held(room(1, 1 << 20), pieces());
    HeldBytes.Reader reader = held.read();
    HeldBytes.Reader other = held.read();
    other.close();
    other.close();
    held.release();

    assertThat(open()).hasSize(1);
    assertThat(read(reader)).hasSameSizeAs(pieces());
    reader.close();
    assertThat(open()).isEmpty();
    assertThatThrownBy(held::read).isInstanceOf(IOException.class);
  }

  /** By whoever is the same user: not a byte of the change, nor of what is behind it, is out. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 16_383, 16_384, 40_000, 82_778})
  void whatWasChangedIsNotGivenOut(long at) throws IOException {
    HeldBytes held = held(room(1, 1 << 20), pieces());
    HeldBytes.Reader reader = held.read();
    byte[] was = new byte[1];
    try (FileChannel file = FileChannel.open(open().get(0), StandardOpenOption.READ)) {
      file.read(ByteBuffer.wrap(was), at);
    }
    try (FileChannel file = FileChannel.open(open().get(0), StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.wrap(new byte[] {(byte) ~was[0]}), at);
    }

    List<byte[]> given = new ArrayList<>();
    assertThatThrownBy(
            () -> {
              while (reader.next()) {
                byte[] step = new byte[reader.length()];
                reader.buffer().get(step);
                given.add(step);
              }
            })
        .hasMessageContaining("was changed after it was judged");
    assertThat(joined(given).length).isLessThanOrEqualTo((int) at);
    assertThat(joined(given)).isEqualTo(Arrays.copyOf(joined(pieces()), joined(given).length));
    reader.close();
    held.release();
  }

  @Test
  void whatWasCutOffIsNotSentShort() throws IOException {
    HeldBytes held = held(room(1, 1 << 20), pieces());
    try (FileChannel file = FileChannel.open(open().get(0), StandardOpenOption.WRITE)) {
      file.truncate(held.length() - 1);
    }
    HeldBytes.Reader reader = held.read();
    assertThatThrownBy(() -> read(reader)).hasMessageContaining("was changed");
    reader.close();
    held.release();
  }

  @Test
  void areNotMoreThanTheFileMayHaveAndNothingIsLeftOfThem() throws IOException {
    HeldBytes held = new HeldBytes(room(4, 10), -1);
    held.write(new byte[10], 0, 10);
    assertThat(open()).hasSize(1);
    assertThatThrownBy(() -> held.write(1)).hasMessageContaining("send.spool");
    assertThat(held.why()).contains("send.spool");
    assertThat(open()).isEmpty();
  }

  @Test
  void needTheirDirectory() {
    Room room =
        new Room(1, new Spool(() -> directory.resolve("none"), 100), new HeldMemory(1 << 20));
    HeldBytes held = new HeldBytes(room, -1);
    assertThatThrownBy(() -> held.write(new byte[9], 0, 9)).hasMessageContaining("none");
    assertThat(held.close().why()).contains("cannot be held in a file").contains("none");
  }

  @Test
  void outliveAnInterrupt() throws IOException {
    Thread.currentThread().interrupt();
    try {
      HeldBytes held = held(room(1, 1 << 20), pieces());
      HeldBytes.Reader reader = held.read();
      assertThat(read(reader)).hasSameSizeAs(pieces());
      reader.close();
      held.release();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
