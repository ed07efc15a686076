package dev.countersign.bench;

import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Sha256;
import org.bouncycastle.crypto.Digest;
import org.bouncycastle.crypto.digests.Blake3Digest;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Digests of about 2 KB. */
@State(Scope.Benchmark)
public class DigestBenchmark {

  private final byte[] bytes = Canonical.jcs(Document.ofTwoKilobytes());

  @Benchmark
  public byte[] blake3() {
    return Blake3.hash(bytes);
  }

  @Benchmark
  public byte[] blake3OfBouncyCastle() {
    return of(new Blake3Digest(256));
  }

  @Benchmark
  public byte[] sha256() {
    return Sha256.hash(bytes);
  }

  @Benchmark
  public byte[] sha256OfBouncyCastle() {
    return of(new SHA256Digest());
  }

  private byte[] of(Digest digest) {
    byte[] out = new byte[32];
    digest.update(bytes, 0, bytes.length);
    digest.doFinal(out, 0);
    return out;
  }
}
