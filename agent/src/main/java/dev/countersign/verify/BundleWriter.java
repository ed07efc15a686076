package dev.countersign.verify;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Writes one chain as a bundle (spec 2.6). The chain is verified first, so that nobody signs an
 * anchor over books that do not hang together; findings about what the calls did are no obstacle,
 * they belong into the bundle.
 */
public final class BundleWriter {

  private static final List<String> REQUIRED =
      List.of("integrity", "root", "version", "chain_id", "ledger_fields");

  /** The chain cannot be bundled; the message says why and what to do. */
  public static final class Refused extends Exception {

    private static final long serialVersionUID = 1L;

    Refused(String message) {
      super(message, null, false, false);
    }
  }

  /**
   * Writes the bundle. A ledger that grows meanwhile is bundled up to where it was when this began.
   *
   * @param key signs the anchor; null leaves it unsigned
   * @param kid names the key for the reader; not signed
   * @param ts when the anchor is made, RFC 3339
   * @param out not closed; nothing is written when this refuses
   * @throws IOException when a file cannot be read or {@code out} not written
   */
  public static void write(ChainFiles files, AnchorKey key, String kid, String ts, OutputStream out)
      throws IOException, Refused {
    Report report =
        Verifier.chain(new ChainFiles(files.segments(), List.of(), false), Given.nothing());
    if (report.entries() == 0) {
      throw new Refused(
          "the ledger is empty. A bundle without entries verifies nowhere; bundle it once the agent has written its first entry");
    }
    for (String check : REQUIRED) {
      if (!Boolean.TRUE.equals(report.checks().get(check))) {
        throw new Refused(
            "the chain does not hang together: "
                + cause(report.failures())
                + ". Run \"verify\" on it for all findings; name all segments of the chain");
      }
    }
    Head head = new Head(report.entries(), report.head());
    BufferedOutputStream to = new BufferedOutputStream(out, 1 << 16);
    text(to, "{\"v\":" + report.version() + ",\"c14n\":\"JCS\",\"chain_id\":");
    to.write(Canonical.jcs(report.chainId()));
    text(to, ",\"entries\":[\n");
    entries(files.segments(), head, to);
    text(to, "\n],\"anchor\":");
    String hash = report.head().substring(report.head().indexOf(':') + 1);
    Map<String, Object> anchor =
        Anchor.of(report.version(), report.chainId(), report.entries() - 1, hash, ts, key, kid);
    to.write(Canonical.jcs(anchor));
    text(
        to,
        ",\"redaction\":{\"ok\":true,\"violations\":[]},"
            + "\"note\":\"verify offline: java -jar countersign-agent.jar verify BUNDLE\"}\n");
    to.flush();
  }

  /** A break of the chain explains the other findings. */
  private static Failure cause(List<Failure> failures) {
    for (Failure failure : failures) {
      if (failure.reason().equals("integrity")) {
        return failure;
      }
    }
    return failures.get(0);
  }

  /**
   * @param count entries that were verified
   * @param last the last of them, {@code SEQ:HASH}
   */
  private record Head(long count, String last) {}

  private static void entries(List<Path> segments, Head head, OutputStream to) throws IOException {
    ChainCheck again = new ChainCheck();
    for (Path segment : segments) {
      try (InputStream in = Files.newInputStream(segment)) {
        BoundedLines lines = new BoundedLines(in);
        while (again.count() < head.count && lines.next()) {
          Map<String, Object> fields = fields(lines.line());
          if (fields == null) {
            throw changed(segment);
          }
          if (again.count() > 0) {
            text(to, ",\n");
          }
          again.accept(new Entry(again.count(), fields));
          to.write(Canonical.jcs(fields));
        }
      }
    }
    if (again.broken() != null || !head.last.equals(again.count() - 1 + ":" + again.head())) {
      throw changed(segments.get(0));
    }
  }

  private static Map<String, Object> fields(byte[] line) {
    try {
      return line == null ? null : Entry.object(Json.parse(line));
    } catch (NotCanonicalException malformed) {
      return null;
    }
  }

  private static IOException changed(Path file) {
    return new IOException(
        file + " was changed while it was read; what was written so far is no bundle. Try again");
  }

  private static void text(OutputStream to, String text) throws IOException {
    to.write(text.getBytes(StandardCharsets.UTF_8));
  }

  private BundleWriter() {}
}
