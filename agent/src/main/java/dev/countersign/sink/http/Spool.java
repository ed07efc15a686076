package dev.countersign.sink.http;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Where bodies go that are too large for memory.
 *
 * @param directory asked for each file
 * @param most bytes of one body
 */
public record Spool(Directory directory, long most) {

  /** A directory of this JVM's user alone, of the JDK's own file system. */
  public interface Directory {

    /**
     * @throws IOException when there is none
     */
    Path open() throws IOException;
  }

  SpoolFile open() throws IOException {
    return SpoolFile.in(directory.open());
  }
}
