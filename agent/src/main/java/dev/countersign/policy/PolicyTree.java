package dev.countersign.policy;

import dev.countersign.canonical.Dsse;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Sha256;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Map;

/**
 * The tree of documents as those who sign it keep it: a directory that agents, or a web server,
 * read (spec 3.2). A version that is there is never written anew with other bytes.
 */
public final class PolicyTree {

  private static final String SUFFIX = ".json";

  private final Path directory;

  private PolicyTree(Path directory) {
    this.directory = directory;
  }

  /**
   * @param directory made where only itself is missing
   */
  public static PolicyTree at(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      Files.createDirectory(directory);
    } else if (!Files.isDirectory(directory)) {
      throw new NotDirectoryException(directory.toString());
    }
    return new PolicyTree(directory);
  }

  /** The highest version of a kind; 0 for none. */
  public long newest(Kind kind) throws IOException {
    if (kind == Kind.HEAD) {
      Map<String, Object> head = document(Kind.HEAD, "");
      return head != null && head.get("version") instanceof Long version ? version : 0;
    }
    long newest = 0;
    Path of = directory.resolve(kind.text());
    if (Files.isDirectory(of)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(of, "*" + SUFFIX)) {
        for (Path file : files) {
          newest = Math.max(newest, version(file.getFileName().toString()));
        }
      }
    }
    return newest;
  }

  private static long version(String file) {
    String digits = file.substring(0, file.length() - SUFFIX.length());
    try {
      return digits.length() > 16 ? 0 : Long.parseLong(digits);
    } catch (NumberFormatException other) {
      return 0;
    }
  }

  /** The newest root; its signatures are checked by itself, as for the one on a machine. */
  public Root root() throws IOException, PolicyException {
    long newest = newest(Kind.ROOT);
    if (newest == 0) {
      throw new IOException(
          directory + " has no root document. Sign one first: countersign policy sign ROOT.yaml");
    }
    return Root.trusted("root/" + newest, envelope(Kind.ROOT, String.valueOf(newest))).document();
  }

  /** An envelope; null for none. */
  public byte[] envelope(Kind kind, String name) throws IOException {
    Path file = directory.resolve(kind.path(name));
    return Files.exists(file) ? Files.readAllBytes(file) : null;
  }

  /** What an envelope holds; null for none. */
  @SuppressWarnings("unchecked") // documents are objects
  public Map<String, Object> document(Kind kind, String name) throws IOException {
    byte[] envelope = envelope(kind, name);
    if (envelope == null) {
      return null;
    }
    try {
      byte[] payload = Dsse.parse(envelope, kind.mostBytes()).payload();
      if (Json.parse(payload) instanceof Map<?, ?> document) {
        return (Map<String, Object>) document;
      }
      throw new IOException(kind.path(name) + " holds no JSON object");
    } catch (NotCanonicalException malformed) {
      throw new IOException(kind.path(name) + ": " + malformed.getMessage(), malformed);
    }
  }

  /** A version of a kind by its hash. */
  public Ref ref(Kind kind, long version) throws IOException {
    byte[] envelope = envelope(kind, String.valueOf(version));
    if (envelope == null) {
      throw new IOException(directory + " has no " + kind.path(String.valueOf(version)));
    }
    return new Ref(version, sha256(kind, envelope));
  }

  /** What a document is known by. */
  public static String sha256(Kind kind, byte[] envelope) throws IOException {
    try {
      return Sha256.hex(Dsse.parse(envelope, kind.mostBytes()).payload());
    } catch (NotCanonicalException malformed) {
      throw new IOException(malformed.getMessage(), malformed);
    }
  }

  /**
   * Puts a document in its place, whole: who reads meanwhile sees the one before or this one.
   *
   * @return where it is
   */
  public Path put(Kind kind, String name, Dsse dsse) throws IOException {
    Path file = directory.resolve(kind.path(name));
    Files.createDirectories(file.getParent());
    byte[] before = envelope(kind, name);
    if (before != null
        && kind != Kind.HEAD
        && !sha256(kind, before).equals(Sha256.hex(dsse.payload()))) {
      throw new IOException(
          file + " is there with another content. A version is never changed: use the next one");
    }
    byte[] envelope = dsse.json();
    byte[] line = Arrays.copyOf(envelope, envelope.length + 1);
    line[envelope.length] = '\n';
    Path beside = file.resolveSibling(file.getFileName() + ".next");
    Files.write(beside, line);
    Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return file;
  }
}
