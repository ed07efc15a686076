package dev.countersign.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A crash between any two steps of an adoption: nothing is lowered, and the next start works. */
class CrashTest {

  @TempDir Path directory;

  /** The power is gone: this step and no further one happens. */
  private static final class Outage extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** Loses power before a step, and leaves of a file that is being written its first half. */
  private static final class FailingDisk extends Disk {
    private final int failAt;
    private int steps;

    FailingDisk(int failAt) {
      this.failAt = failAt;
    }

    private void step() {
      if (++steps == failAt) {
        throw new Outage();
      }
    }

    @Override
    void delete(Path file) throws IOException {
      step();
      super.delete(file);
    }

    @Override
    void write(Path file, byte[] content) throws IOException {
      try {
        step();
      } catch (Outage halfWay) {
        super.write(file, java.util.Arrays.copyOf(content, content.length / 2));
        throw halfWay;
      }
      super.write(file, content);
    }

    @Override
    void rename(Path from, Path to) throws IOException {
      step();
      super.rename(from, to);
    }

    @Override
    void forceDirectory(Path path) throws IOException {
      step();
      super.forceDirectory(path);
    }
  }

  private static Pinning open(Fleet fleet, Path state, Disk disk) throws Exception {
    return Pinning.open(
        AcceptanceTest.settings(fleet, true),
        new TestHost(),
        (path, most) -> fleet.tree.get(path),
        PinnedState.in(state, disk),
        Clock.fixed(Fleet.NOW, ZoneOffset.UTC));
  }

  @Test
  void leavesTheVersionBeforeOrTheNewOneAndNeverALowerOne() throws Exception {
    Fleet fleet = new Fleet();
    fleet.publish(1, 1);
    Path before = Files.createDirectory(directory.resolve("before"));
    open(fleet, before, new Disk()).look(true);
    fleet.publish(2, 2);
    boolean adoptedBefore = false;
    int crashes = 0;
    for (int step = 1; ; step++) {
      Path state = directory.resolve("state-" + step);
      copy(before, state);
      FailingDisk disk = new FailingDisk(step);
      Pinning pinning = open(fleet, state, disk);
      try {
        pinning.look(true);
        assertThat(disk.steps).as("every step was reached").isLessThan(step);
        break;
      } catch (Outage outage) {
        crashes++;
      }
      // What a JVM finds that starts while the source cannot be reached.
      Pinning next = open(fleet, state, new Disk());
      long version = next.standing().ref().version();
      assertThat(version).as("after step " + step).isIn(1L, 2L);
      assertThat(version == 2 || !adoptedBefore).as("step " + step + " lowers").isTrue();
      adoptedBefore |= version == 2;
      // And with the source it arrives at the new one; the old one is a rollback from then on.
      assertThat(next.look(true).ref().version()).isEqualTo(2);
      assertThat(open(fleet, state, new Disk()).standing().ref().version()).isEqualTo(2);
    }
    assertThat(adoptedBefore).isTrue();
    assertThat(crashes).isGreaterThan(10);
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes)
              throws IOException {
            Files.createDirectory(to.resolve(from.relativize(path)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path path, BasicFileAttributes attributes)
              throws IOException {
            Files.copy(path, to.resolve(from.relativize(path)));
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
