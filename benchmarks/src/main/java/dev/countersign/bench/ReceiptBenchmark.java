package dev.countersign.bench;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Dsse;
import dev.countersign.canonical.Ed25519;
import dev.countersign.receipt.ReceiptSigner;
import java.security.GeneralSecurityException;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Signing a receipt whose Statement has about 2 KB; the JDK's own arithmetic beside it. */
@State(Scope.Benchmark)
public class ReceiptBenchmark {

  private static final byte[] SEED = new byte[Ed25519.KEY];

  private final byte[] statement = Canonical.jcs(Document.ofTwoKilobytes());
  private final ReceiptSigner signer = new ReceiptSigner(SEED);
  private final Ed25519 jdk = Ed25519.of(SEED);

  @Benchmark
  public Map<String, Object> envelope() {
    return signer.envelope(statement);
  }

  @Benchmark
  public byte[] signatureOfTheJdk() throws GeneralSecurityException {
    return jdk.sign(Dsse.pae("application/vnd.in-toto+json", statement));
  }
}
