package dev.countersign.bench;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.Sha256;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What no verifier can do without: parses each line of the books and takes one SHA-256 over it, on
 * one thread, and checks nothing.
 */
final class VerifyLimit {

  /** The directory of the books. */
  public static void main(String[] arguments) throws IOException {
    long lines = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of(arguments[0]), "*.jsonl")) {
      for (Path file : files) {
        lines += read(file);
      }
    }
    System.out.println(lines);
  }

  private static long read(Path file) throws IOException {
    long lines = 0;
    byte[] buffer = new byte[1 << 16];
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try (InputStream in = Files.newInputStream(file)) {
      for (int length = in.read(buffer); length > 0; length = in.read(buffer)) {
        int from = 0;
        for (int i = 0; i < length; i++) {
          if (buffer[i] == '\n') {
            line.write(buffer, from, i - from);
            take(line.toByteArray());
            line.reset();
            from = i + 1;
            lines++;
          }
        }
        line.write(buffer, from, length - from);
      }
    }
    return lines;
  }

  private static void take(byte[] line) {
    if (Json.parse(line) == null || Sha256.hash(line).length == 0) {
      throw new IllegalStateException("an entry is an object, and has a hash");
    }
  }

  private VerifyLimit() {}
}
