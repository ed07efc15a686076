package dev.countersign.canonical;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.security.MessageDigestSpi;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class Sha256Test {

  /** FIPS 180-4 example: "abc". */
  private static final String ABC =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  @Test
  void hashIsTakenOverTheConcatenationOfTheParts() {
    assertThat(Sha256.hex("abc".getBytes(US_ASCII))).isEqualTo(ABC);
    assertThat(Sha256.hex("a".getBytes(US_ASCII), new byte[0], "bc".getBytes(US_ASCII)))
        .isEqualTo(ABC);
    assertThat(Sha256.hex())
        .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  }

  @Test
  void providersOfTheApplicationChangeNothing() throws Exception {
    Sha256.hash();
    Provider sun = Security.getProvider("SUN");
    int position = List.of(Security.getProviders()).indexOf(sun) + 1;
    Provider forger = new Forger();
    Security.insertProviderAt(forger, 1);
    try {
      Security.removeProvider("SUN");
      assertThat(MessageDigest.getInstance("SHA-256").digest()).containsOnly(0);
      assertThat(Sha256.hex("abc".getBytes(US_ASCII))).isEqualTo(ABC);
    } finally {
      Security.removeProvider(forger.getName());
      Security.insertProviderAt(sun, position);
    }
  }

  @Test
  void threadsDoNotDisturbEachOther() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      Callable<Boolean> task =
          () -> {
            for (int i = 0; i < 20_000; i++) {
              if (!Sha256.hex("abc".getBytes(US_ASCII)).equals(ABC)) {
                return false;
              }
            }
            return true;
          };
      List<Future<Boolean>> results = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        results.add(threads.submit(task));
      }
      for (Future<Boolean> result : results) {
        assertThat(result.get()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** Claims SHA-256 and answers with zeros. */
  private static final class Forger extends Provider {

    private static final long serialVersionUID = 1L;

    Forger() {
      super("Forger", "1", "for tests");
      putService(
          new Service(this, "MessageDigest", "SHA-256", Zeros.class.getName(), null, null) {
            @Override
            public Object newInstance(Object parameter) {
              return new Zeros();
            }
          });
    }
  }

  /** A digest that is always 32 zeros. */
  private static final class Zeros extends MessageDigestSpi {

    @Override
    protected void engineUpdate(byte input) {}

    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {}

    @Override
    protected byte[] engineDigest() {
      return new byte[32];
    }

    @Override
    protected void engineReset() {}
  }
}
