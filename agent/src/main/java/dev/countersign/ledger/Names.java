package dev.countersign.ledger;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;

/**
 * Whether the names in a directory still lead where they led when the files behind them were last
 * looked at, by one {@code lstat} of the directory: who makes, moves, removes or exchanges a name
 * there changes the directory's time.
 *
 * <p>Looking at the files by their names costs more than the calls for it: Linux gives a file whose
 * times were read new ones at its next write, which has to go into the inode.
 *
 * <p>The time is trusted once it is old: a change within the clock tick in which it was read would
 * leave it as it is. What else can lead a name elsewhere (a mount over the file, a time that
 * somebody set back) is seen a hundredth of a second later, when the files are looked at again.
 */
final class Names {

  /** For several ticks of any kernel. */
  private static final long SETTLED_NANOS = 50_000_000L;

  private static final long LOOK_AGAIN_NANOS = 10_000_000L;

  /** A time that is a multiple of this may be of a file system which knows nothing finer. */
  private static final long COARSE_NANOS = 1_000_000L;

  private final Path directory;
  private final Ledger.Ticks ticks;

  /** Of the directory as it was last; null before the first look, or where it could not be read. */
  private Object key;

  private long changed;

  /** When it was first seen to be like that, and when the files were last looked at. */
  private long since;

  private long lookedAt;
  private boolean settled;

  Names(Path directory, Ledger.Ticks ticks) {
    this.directory = directory;
    this.ticks = ticks;
  }

  /** True only where nobody has to {@link #look}. */
  boolean areKnown() {
    return settled && ticks.now() - lookedAt < LOOK_AGAIN_NANOS && isAsItWas(attributes());
  }

  /** The files are about to be looked at, each by its name. */
  void look() {
    lookedAt = ticks.now();
    BasicFileAttributes now = attributes();
    if (isAsItWas(now)) {
      settled = lookedAt - since >= SETTLED_NANOS && changed % COARSE_NANOS != 0;
    } else {
      key = now == null ? null : now.fileKey();
      changed = now == null ? 0 : changed(now);
      since = lookedAt;
      settled = false;
    }
  }

  private boolean isAsItWas(BasicFileAttributes now) {
    return now != null && key != null && key.equals(now.fileKey()) && changed == changed(now);
  }

  private static long changed(BasicFileAttributes attributes) {
    return attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS);
  }

  /** Null where it cannot be read: what is wrong is said by whoever looks at the files. */
  private BasicFileAttributes attributes() {
    try {
      return Files.readAttributes(directory, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException unknown) {
      return null;
    }
  }
}
