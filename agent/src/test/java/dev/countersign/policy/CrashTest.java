package dev.countersign.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Ed25519;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

  private static Pinning open(Map<String, byte[]> tree, byte[] trusted, Path state, Disk disk)
      throws Exception {
    Fleet machine = new Fleet();
    machine.trusted = trusted;
    return Pinning.open(
        AcceptanceTest.settings(machine, true),
        new TestHost(),
        (path, most) -> tree.get(path),
        PinnedState.in(state, disk),
        Clock.fixed(Fleet.NOW, ZoneOffset.UTC));
  }

  /** What a look finds: each is taken in other steps. */
  enum Found {
    /** The next bundle. */
    BUNDLE,
    /** The next root, with other keys for everything, and a bundle that these signed. */
    ROOT,
    /** A root of the next epoch, and a bundle that begins below the pinned one. */
    EPOCH,
    /** A rollout that has this machine enforce the next bundle, after one that has it observe. */
    ROLLOUT,
    /** A freeze, beside the next bundle. */
    FREEZE
  }

  @ParameterizedTest
  @EnumSource(Found.class)
  void leavesWhatWasBeforeOrWhatIsNewAndNeverLess(Found found) throws Exception {
    Fleet fleet = new Fleet();
    fleet.publish(1, 1);
    if (found != Found.EPOCH) {
      fleet.put(Kind.BUNDLE, "2", fleet.bundle(2, "observe", ""));
    } else {
      fleet.publish(2, 2);
    }
    if (found == Found.ROLLOUT) {
      fleet.put(Kind.BUNDLE, "1", fleet.bundle(1, "observe", ""));
      rollout(fleet, 1, 1, false);
      fleet.putHead(1, fleet.ref(Kind.BUNDLE, 1), fleet.ref(Kind.ROLLOUT, 1));
    }
    Path before = Files.createDirectory(directory.resolve("before"));
    Standing was = open(fleet.tree, fleet.trusted, before, new Disk()).look(true);
    assertThat(was.ref()).isNotNull();
    Map<String, byte[]> old = Map.copyOf(fleet.tree);
    publish(found, fleet, was.ref());
    byte[] trusted = fleet.trusted;
    Standing reached = null;
    boolean adoptedBefore = false;
    int crashes = 0;
    for (int step = 1; ; step++) {
      Path state = directory.resolve("state-" + step);
      copy(before, state);
      FailingDisk disk = new FailingDisk(step);
      Pinning pinning = open(fleet.tree, trusted, state, disk);
      try {
        Standing end = pinning.look(true);
        assertThat(disk.steps).as("every step was reached").isLessThan(step);
        assertThat(end.ref()).isEqualTo(reached.ref());
        break;
      } catch (Outage outage) {
        crashes++;
      }
      // What a JVM finds that starts while the source cannot be reached.
      String at = found + " after step " + step;
      Standing alone = open(Map.of(), trusted, state, new Disk()).standing();
      boolean adopted = !alone.ref().equals(was.ref());
      assertThat(adopted || !adoptedBefore).as(at + " lowers").isTrue();
      adoptedBefore |= adopted;
      // And with the source it arrives at what is new, and so does whoever starts after it.
      reached = open(fleet.tree, trusted, state, new Disk()).look(true);
      holds(found, reached, fleet, at);
      Standing later = open(Map.of(), trusted, state, new Disk()).standing();
      assertThat(later.ref()).as(at).isEqualTo(reached.ref());
      assertThat(later.refuses()).as(at).isEqualTo(reached.refuses());
      // What was before is a rollback from then on; what keys signed that count no more is nothing.
      Standing replayed = open(old, trusted, state, new Disk()).look(true);
      assertThat(replayed.ref()).as(at).isEqualTo(reached.ref());
      assertThat(replayed.events())
          .extracting(event -> event.record().get("status"))
          .as(at)
          .contains(found == Found.ROOT ? "signature" : "rollback_blocked");
    }
    assertThat(adoptedBefore).isTrue();
    assertThat(crashes).isGreaterThan(10);
  }

  private static void publish(Found found, Fleet fleet, Ref was) throws Exception {
    switch (found) {
      case BUNDLE:
        fleet.putHead(2, 2);
        break;
      case ROOT:
        Ed25519[] olds = fleet.signers.get(Role.ROOT).toArray(new Ed25519[0]);
        int seed = 20;
        for (Role role : Role.values()) {
          fleet.signers.put(role, Fleet.keys(seed, 2));
          seed += 10;
        }
        byte[] trusted = fleet.trusted;
        fleet.putRoot(2, olds);
        fleet.trusted = trusted;
        fleet.publish(2, 2);
        break;
      case EPOCH:
        byte[] first = fleet.trusted;
        fleet.epoch = 2;
        fleet.putRoot(2);
        fleet.trusted = first;
        fleet.put(Kind.BUNDLE, "1", fleet.bundle(1));
        fleet.putHead(1, 1);
        break;
      case ROLLOUT:
        rollout(fleet, 2, 2, true);
        fleet.putHead(2, fleet.ref(Kind.BUNDLE, 2), fleet.ref(Kind.ROLLOUT, 2));
        break;
      case FREEZE:
        BreakGlass freeze =
            new BreakGlass(
                "acme",
                1,
                "g-1",
                BreakGlass.Action.FREEZE,
                null,
                List.of(),
                List.of(),
                Map.of(),
                "outage",
                was.sha256(),
                Fleet.NOW,
                Fleet.NOW.plus(BreakGlass.MOST));
        byte[] envelope = fleet.put(Kind.BREAKGLASS, "g-1", freeze.toJson());
        fleet.head.put(
            "breakglass", List.of(Map.of("id", "g-1", "sha256", Fleet.sha256(envelope))));
        fleet.putHead(2, 2);
        break;
      default:
        throw new IllegalStateException(found.name());
    }
  }

  private static void rollout(Fleet fleet, long version, long bundle, boolean enforce)
      throws Exception {
    Rollout rollout =
        new Rollout(
            "acme",
            1,
            version,
            "spring",
            fleet.ref(Kind.BUNDLE, bundle),
            null,
            List.of(new Ring("all", Map.of(), 100, enforce, Fleet.NOW)),
            Fleet.NOW.plus(Duration.ofDays(1)));
    fleet.put(Kind.ROLLOUT, String.valueOf(version), rollout.toJson());
  }

  private static void holds(Found found, Standing reached, Fleet fleet, String at) {
    assertThat(reached.ref())
        .as(at)
        .isEqualTo(fleet.ref(Kind.BUNDLE, found == Found.EPOCH ? 1 : 2));
    if (found == Found.FREEZE) {
      assertThat(reached.closed()).as(at).contains("g-1");
    } else {
      assertThat(reached.closed()).as(at).isNull();
    }
    assertThat(reached.refuses()).as(at).isEqualTo(found != Found.BUNDLE);
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
