package dev.countersign.cli;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.ledger.LedgerFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;

/** Whether an input is a chain, which is streamed, or a bundle, which is read whole. */
final class InputKind {

  /** A bundle is parsed in one go: about 30 bytes of heap for each byte of a hostile one. */
  static final long MAX_BUNDLE =
      Math.min(256L << 20, Math.max(4L << 20, Runtime.getRuntime().maxMemory() / 32));

  /** A chain's first line is at most 1 MiB; that much shows whether it is one. */
  static final int PEEK = (1 << 20) + 1;

  static boolean isChain(Path path, String name) throws IOException {
    try (InputStream in = Files.newInputStream(path)) {
      return isChain(in.readNBytes(PEEK), LedgerFiles.isChain(name));
    }
  }

  /**
   * A first line that is an entry makes a chain, one that has entries a bundle; otherwise the name
   * decides.
   */
  static boolean isChain(byte[] beginning, boolean namedSo) {
    int end = 0;
    while (end < beginning.length && beginning[end] != '\n') {
      end++;
    }
    try {
      Object first = Json.parse(Arrays.copyOf(beginning, end));
      if (first instanceof Map<?, ?> object) {
        return !object.containsKey("entries")
            && (namedSo || object.containsKey("event") || object.containsKey("prev_hash"));
      }
      return namedSo;
    } catch (NotCanonicalException noLine) {
      return namedSo;
    }
  }

  private InputKind() {}
}
