package dev.countersign.approval;

import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Randomness;
import dev.countersign.observe.StateDirectory;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Small files in one directory of the agent's own state, on the device before the method that wrote
 * one returns. A tool of the same user can write there, too: what is read is a plain file, and no
 * more of it than {@value #MOST_BYTES} bytes. Guarded by whoever holds it.
 */
final class KeptFiles {

  private static final int MOST_BYTES = 4096;
  private static final String BESIDE = ".beside";

  /** In whose directory this one is; null for an absolute one. */
  private final KeptFiles around;

  private final String name;

  /** Null until something is looked for. */
  private Path directory;

  private KeptFiles(KeptFiles around, String name) {
    this.around = around;
    this.name = name;
  }

  /**
   * @param directory made where only itself is missing, once something is looked for in it: with
   *     what {@link StateDirectory#open} throws where it cannot be used
   */
  KeptFiles(String directory) {
    this(null, directory);
  }

  /** Those of a directory in this one. */
  KeptFiles within(String name) {
    return new KeptFiles(this, name);
  }

  /** Where they are. */
  Path directory() throws IOException {
    if (directory == null) {
      directory = StateDirectory.open(around == null ? name : around.directory() + "/" + name);
    }
    return directory;
  }

  /**
   * The content of a file.
   *
   * @throws java.nio.file.NoSuchFileException where there is none
   * @throws MalformedApprovalException where it is a link or no plain file: whoever can write there
   *     can put a pipe in its place, or a link to a device
   */
  byte[] read(String name) throws IOException, MalformedApprovalException {
    Path file = directory().resolve(name);
    byte[] bytes =
        new Uninterrupted<byte[]>() {
          @Override
          protected byte[] once() throws IOException {
            try (FileChannel in = BoundedOpening.ofApprovals().openPlain(file)) {
              return in == null ? null : SharedDirectory.beginning(in, MOST_BYTES);
            }
          }
        }.whole();
    if (bytes == null) {
      throw new MalformedApprovalException("it is a link or no plain file");
    }
    return bytes;
  }

  /** Whether something has that name, whatever it is. */
  boolean has(String name) throws IOException {
    return Files.exists(directory().resolve(name), LinkOption.NOFOLLOW_LINKS);
  }

  /** What is there. */
  File[] list() throws IOException {
    File[] files = directory().toFile().listFiles();
    if (files == null) {
      throw new IOException(directory() + " cannot be listed");
    }
    return files;
  }

  /**
   * Makes an empty file, of two that do one; {@link #fill} follows.
   *
   * @return false where something has that name
   */
  boolean create(String name) throws IOException {
    return directory().resolve(name).toFile().createNewFile();
  }

  /** Writes the file that was just made. */
  void fill(String name, byte[] content) throws IOException {
    write(directory().resolve(name).toFile(), content);
    force();
  }

  /** Puts a file in the place of another one: whole from the first moment that it has its name. */
  void replace(String name, byte[] content) throws IOException {
    byte[] random = new byte[8];
    Randomness.fill(random);
    File beside = directory().resolve('.' + name + '.' + Hex.of(random) + BESIDE).toFile();
    if (!beside.createNewFile()) {
      throw new IOException(beside + " is there already");
    }
    boolean moved = false;
    try {
      write(beside, content);
      Files.move(
          beside.toPath(),
          directory().resolve(name),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
      moved = true;
    } finally {
      if (!moved) {
        Files.deleteIfExists(beside.toPath());
      }
    }
    force();
  }

  /**
   * Removes a file.
   *
   * @return whether there was one
   */
  boolean remove(String name) throws IOException {
    if (!Files.deleteIfExists(directory().resolve(name))) {
      return false;
    }
    force();
    return true;
  }

  private static void write(File file, byte[] content) throws IOException {
    try (FileOutputStream out = new FileOutputStream(file)) {
      out.write(content);
      out.getFD().sync();
    }
  }

  /** The names in it, as they are now, reach the device. */
  private void force() throws IOException {
    new Uninterrupted<Void>() {
      @Override
      protected Void once() throws IOException {
        try (FileChannel open = FileChannel.open(directory(), StandardOpenOption.READ)) {
          open.force(true);
        }
        return null;
      }
    }.whole();
  }
}
