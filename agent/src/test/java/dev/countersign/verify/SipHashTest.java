package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.bouncycastle.crypto.macs.SipHash;
import org.bouncycastle.crypto.params.KeyParameter;
import org.junit.jupiter.api.Test;

/** Beside Bouncy Castle's. */
class SipHashTest {

  @Test
  void itIsSipHashForTextsOfEveryLength() {
    Random random = new Random(24);
    for (int length = 0; length < 200; length++) {
      byte[] key = new byte[16];
      byte[] text = new byte[length];
      random.nextBytes(key);
      random.nextBytes(text);
      ByteBuffer halves = ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN);
      SipHash oracle = new SipHash();
      oracle.init(new KeyParameter(key));
      oracle.update(text, 0, length);

      assertThat(new dev.countersign.verify.SipHash(halves.getLong(), halves.getLong()).of(text))
          .isEqualTo(oracle.doFinal());
    }
  }
}
