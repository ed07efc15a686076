package dev.countersign.approval;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A pipe in the place of a file, after one has looked that it is a file. */
@DisabledOnOs(OS.WINDOWS)
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BoundedOpeningTest {

  private static final int SHORT_MILLIS = 20;

  @TempDir Path temp;

  private final List<Path> pipes = new ArrayList<>();

  private Path pipe() throws Exception {
    Path pipe = temp.resolve("pipe-" + pipes.size());
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    pipes.add(pipe);
    return pipe;
  }

  /** Whoever still waits for a writer gets one. */
  @AfterEach
  void write() throws IOException {
    for (Path pipe : pipes) {
      try (FileChannel both =
          FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        assertThat(both.isOpen()).isTrue();
      }
    }
  }

  @Test
  void aFileIsReadAsItIs() throws IOException {
    Path file = Files.writeString(temp.resolve("file"), "asked");

    assertThat(SharedDirectory.content(BoundedOpening.ofApprovals(), file, 100))
        .isEqualTo("asked".getBytes(UTF_8));
    assertThatThrownBy(() -> SharedDirectory.content(BoundedOpening.ofApprovals(), file, 4))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("more than 4 bytes");
    assertThatThrownBy(
            () -> SharedDirectory.content(BoundedOpening.ofApprovals(), temp.resolve("none"), 100))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void aPipeThatNobodyWritesIntoIsGivenUp() throws Exception {
    Path pipe = pipe();
    BoundedOpening opening = new BoundedOpening(SHORT_MILLIS);

    assertThatThrownBy(() -> SharedDirectory.content(opening, pipe, 100))
        .isInstanceOf(NotOpenedException.class)
        .hasMessageContaining("a pipe that nobody writes into");
    Path file = Files.writeString(temp.resolve("file"), "asked");
    assertThat(SharedDirectory.content(new BoundedOpening(60_000), file, 100)).hasSize(5);
  }

  @Test
  void anInterruptStays() throws Exception {
    Path pipe = pipe();
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> SharedDirectory.content(new BoundedOpening(SHORT_MILLIS), pipe, 100))
        .isInstanceOf(IOException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void nothingIsOpenedOnceEveryThreadIsStuck() throws Exception {
    BoundedOpening opening = new BoundedOpening(SHORT_MILLIS);
    for (int i = 0; i < BoundedOpening.THREADS; i++) {
      Path pipe = pipe();
      assertThatThrownBy(() -> opening.open(pipe)).hasMessageContaining("cannot be opened");
    }
    Path file = Files.writeString(temp.resolve("file"), "asked");

    assertThatThrownBy(() -> opening.open(file))
        .isInstanceOf(NotOpenedException.class)
        .hasMessageContaining("none of them is");
  }

  /** As many as come at once: calls of a busy application, no pipes. */
  @Test
  void whoComesWhereAllAreOpeningWaitsHisTurn() throws Exception {
    BoundedOpening opening = new BoundedOpening(TimeUnit.MINUTES.toMillis(1));
    List<FutureTask<Boolean>> all = new ArrayList<>();
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < 2 * BoundedOpening.THREADS + 1; i++) {
      Path pipe = pipe();
      FutureTask<Boolean> one =
          new FutureTask<>(
              () -> {
                try (FileChannel channel = opening.open(pipe)) {
                  return channel.isOpen();
                }
              });
      all.add(one);
      Thread caller = new Thread(one);
      callers.add(caller);
      caller.start();
    }
    for (Thread caller : callers) {
      while (caller.getState() != Thread.State.TIMED_WAITING
          && caller.getState() != Thread.State.TERMINATED) {
        Thread.onSpinWait();
      }
    }
    List<FileChannel> writers = new ArrayList<>();
    try {
      for (Path pipe : pipes) {
        writers.add(FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE));
      }
      for (FutureTask<Boolean> one : all) {
        assertThat(one.get()).isTrue();
      }
    } finally {
      for (FileChannel writer : writers) {
        writer.close();
      }
    }
  }

  @Test
  void whoCannotOpenGivesHisTurnBack() {
    BoundedOpening opening = new BoundedOpening(TimeUnit.MINUTES.toMillis(1));

    for (int i = 0; i < 2 * BoundedOpening.THREADS; i++) {
      assertThatThrownBy(() -> opening.open(temp.resolve("none")))
          .isInstanceOf(NoSuchFileException.class);
    }
  }

  @Test
  void whatIsEndlessIsNotRead() throws IOException {
    assertThat(SharedDirectory.content(BoundedOpening.ofApprovals(), Path.of("/dev/zero"), 100))
        .isEmpty();
  }

  @Test
  void whoWritesIntoAPipeIsNotReadEither() throws Exception {
    Path pipe = pipe();
    try (FileChannel both =
            FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE);
        OutputStream out = Channels.newOutputStream(both)) {
      out.write("asked".getBytes(UTF_8));

      assertThat(SharedDirectory.content(BoundedOpening.ofApprovals(), pipe, 100)).isEmpty();
    }
  }
}
