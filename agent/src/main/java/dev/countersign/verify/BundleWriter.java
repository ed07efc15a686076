package dev.countersign.verify;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes one chain as a bundle (spec 2.6). The chain is verified first, so that nobody signs an
 * anchor over books that do not hang together; findings about what the calls did are no obstacle,
 * they belong into the bundle.
 */
public final class BundleWriter {

  /** Violations that are named in the refusal. */
  private static final int MAX_LEAKS = 5;

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
   * How a bundle is written.
   *
   * @param key signs the anchor; null leaves it unsigned
   * @param kid names the key for the reader; not signed
   * @param ts when the anchor is made, RFC 3339
   * @param redaction what is taken out before; null for nothing
   * @param envelopes of observers, to be enclosed, each a JSON text; not with a redaction, which
   *     changes what they are about
   * @param progress told of each entry
   */
  public record Options(
      AnchorKey key,
      String kid,
      String ts,
      Redaction redaction,
      List<byte[]> envelopes,
      Progress progress) {}

  /**
   * Writes the bundle. A ledger that grows meanwhile is bundled up to where it was when this began.
   *
   * @param out not closed; nothing is written when this refuses
   * @throws IOException when a file cannot be read or {@code out} not written
   */
  public static void write(ChainFiles files, Options options, OutputStream out)
      throws IOException, Refused {
    Report report =
        Verifier.chain(
            new ChainFiles(files.segments(), List.of(), false),
            Given.nothing().withProgress(options.progress));
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
    List<Object> envelopes = envelopes(options);
    Redaction redaction = options.redaction;
    if (redaction != null) {
      requireNoLeak(files, report, options);
    }
    BufferedOutputStream to = new BufferedOutputStream(out, 1 << 16);
    text(to, "{\"v\":" + report.version() + ",\"c14n\":\"JCS\",\"chain_id\":");
    to.write(Canonical.jcs(report.chainId()));
    text(to, ",\"entries\":[\n");
    SecondReading.of(
        files,
        report,
        options.progress,
        entry -> {
          if (entry.index() > 0) {
            text(to, ",\n");
          }
          to.write(Canonical.jcs(redaction == null ? entry.fields() : redaction.next(entry)));
        });
    text(to, "\n],\"anchor\":");
    String head =
        redaction == null
            ? report.head().substring(report.head().indexOf(':') + 1)
            : redaction.head();
    Map<String, Object> anchor =
        Anchor.of(
            report.version(),
            report.chainId(),
            report.entries() - 1,
            head,
            options.ts,
            options.key,
            options.kid);
    to.write(Canonical.jcs(anchor));
    text(to, ",\"redaction\":{\"ok\":true,\"violations\":[]}");
    if (!envelopes.isEmpty()) {
      text(to, ",\"envelopes\":");
      to.write(Canonical.jcs(envelopes));
    }
    text(
        to,
        ",\"note\":\"verify offline: java -jar countersign-agent.jar verify BUNDLE"
            + (redaction == null
                ? ""
                : ". Redacted: free text is replaced, and the chain is hashed anew")
            + "\"}\n");
    to.flush();
  }

  private static List<Object> envelopes(Options options) throws Refused {
    List<Object> envelopes = new ArrayList<>();
    if (!options.envelopes.isEmpty() && options.redaction != null) {
      throw new Refused(
          "envelopes are about entries as they were written, and redaction changes these. Leave one of"
              + " the two out");
    }
    for (byte[] line : options.envelopes) {
      try {
        envelopes.add(Json.parse(line));
      } catch (NotCanonicalException malformed) {
        throw new Refused(
            "envelope "
                + (envelopes.size() + 1)
                + " is not strict JSON: "
                + malformed.getMessage());
      }
    }
    return envelopes;
  }

  private static void requireNoLeak(ChainFiles files, Report report, Options options)
      throws IOException, Refused {
    List<String> leaks = new ArrayList<>();
    SecondReading.of(
        files,
        report,
        options.progress,
        entry -> {
          for (String violation : options.redaction.violations(entry)) {
            if (leaks.size() < MAX_LEAKS) {
              leaks.add(violation + " in entry " + entry.index());
            }
          }
        });
    if (!leaks.isEmpty()) {
      throw new Refused(
          "it may hold what must not leave: "
              + String.join(", ", leaks)
              + (leaks.size() == MAX_LEAKS ? " and perhaps more" : "")
              + ". Name a key of context that may leave with --context-key; for anything else ask who wrote it");
    }
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

  private static void text(OutputStream to, String text) throws IOException {
    to.write(text.getBytes(StandardCharsets.UTF_8));
  }

  private BundleWriter() {}
}
