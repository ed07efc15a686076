package dev.countersign.bench;

import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.erdtman.jcs.JsonCanonicalizer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Canonical JSON of about 2 KB. */
@State(Scope.Benchmark)
public class CanonicalBenchmark {

  private final Map<String, Object> document = Document.ofTwoKilobytes();
  private final String text = new String(Canonical.jcs(document), StandardCharsets.UTF_8);

  @Benchmark
  public byte[] write() {
    return Canonical.jcs(document);
  }

  @Benchmark
  public byte[] parseAndWrite() {
    return Canonical.jcs(Json.parse(text));
  }

  /** java-json-canonicalization parses and writes as well. */
  @Benchmark
  public byte[] oracle() throws IOException {
    return new JsonCanonicalizer(text).getEncodedUTF8();
  }

  /** What a preview of it costs. */
  @Benchmark
  public String digested() {
    return Blake3.hex(Canonical.rho(document));
  }
}
