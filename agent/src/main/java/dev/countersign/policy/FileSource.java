package dev.countersign.policy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A directory with the tree, or one document: what is replaced is replaced by a rename. */
final class FileSource implements Source {

  private final Path path;
  private final boolean tree;

  private FileSource(Path path, boolean tree) {
    this.path = path;
    this.tree = tree;
  }

  static FileSource file(Path file) {
    return new FileSource(file, false);
  }

  static FileSource directory(Path directory) {
    return new FileSource(directory, true);
  }

  @Override
  public byte[] read(String name, int most) throws IOException {
    if (tree && !Files.isDirectory(path)) {
      throw new NoSuchFileException(path.toString(), null, "is no directory");
    }
    Path file = tree ? path.resolve(name) : path;
    // A pipe would hold the thread that looks for as long as nobody writes to it.
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IOException(file + " is no regular file");
    }
    // Links are followed: orchestrators replace a directory of links as a whole.
    try (InputStream in = Files.newInputStream(file)) {
      byte[] content = in.readNBytes(most + 1);
      if (content.length > most) {
        throw new TooLargeException(name, most);
      }
      return content;
    } catch (NoSuchFileException absent) {
      return null;
    }
  }
}
