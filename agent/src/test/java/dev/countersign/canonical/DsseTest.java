package dev.countersign.canonical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DsseTest {

  private static final int MOST = 4096;

  /** The example of the DSSE protocol text. */
  @Test
  void encodesBeforeSigningAsTheProtocolSays() {
    assertThat(
            new String(
                Dsse.pae("http://example.com/HelloWorld", utf8("hello world")),
                StandardCharsets.UTF_8))
        .isEqualTo("DSSEv1 29 http://example.com/HelloWorld 11 hello world");
    // Lengths are bytes, not characters.
    assertThat(new String(Dsse.pae("é", utf8("ü")), StandardCharsets.UTF_8))
        .isEqualTo("DSSEv1 2 é 2 ü");
  }

  @Test
  void isReadAsItWasWritten() throws Exception {
    Ed25519 one = Ed25519.of(new byte[32]);
    byte[] payload = {0, (byte) 0xff, '"', '\n'};
    Dsse read =
        Dsse.parse(
            Dsse.of("application/x", payload).signedBy("one", one).signedBy("", one).json(), MOST);
    assertThat(read.payloadType()).isEqualTo("application/x");
    assertThat(read.payload()).isEqualTo(payload);
    assertThat(read.signatures()).extracting(Dsse.Signed::keyid).containsExactly("one", "");
    for (Dsse.Signed signature : read.signatures()) {
      assertThat(read.isSignature(signature, one.publicKey())).isTrue();
    }
  }

  @Test
  void aSignatureIsForItsTypeAndItsBytes() throws Exception {
    Ed25519 key = Ed25519.of(new byte[32]);
    Dsse.Signed signature = Dsse.of("t", utf8("p")).signedBy("k", key).signatures().get(0);
    assertThat(Dsse.of("u", utf8("p")).isSignature(signature, key.publicKey())).isFalse();
    assertThat(Dsse.of("t", utf8("q")).isSignature(signature, key.publicKey())).isFalse();
    assertThat(Dsse.of("t", utf8("p")).isSignature(signature, key.publicKey())).isTrue();
  }

  @Test
  void takesBothAlphabetsAndUnknownFields() {
    Dsse read =
        Dsse.parse(
            utf8(
                "{\"payloadType\":\"t\",\"payload\":\"-_8=\",\"x\":{},"
                    + "\"signatures\":[{\"sig\":\"+/8=\",\"cert\":1}]}"),
            MOST);
    assertThat(Hex.of(read.payload())).isEqualTo("fbff");
    assertThat(Hex.of(read.signatures().get(0).bytes())).isEqualTo("fbff");
    assertThat(read.signatures().get(0).keyid()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0001',
      value = {
        "[] | is no JSON object",
        "{\"payloadType\":\"t\",\"payload\":\"\",\"signatures\":[]} | 0 signatures",
        "{\"payloadType\":\"t\",\"payload\":\"\"} | no list of signatures",
        "{\"payloadType\":\"t\",\"payload\":\"\",\"signatures\":{}} | no list of signatures",
        "{\"payloadType\":\"t\",\"payload\":\"\",\"signatures\":[1]} | no object at signatures[0]",
        "{\"payloadType\":\"t\",\"payload\":\"\",\"signatures\":[{}]} | no text at sig",
        "{\"payloadType\":\"t\",\"payload\":\"\",\"signatures\":[{\"sig\":\"\",\"keyid\":null}]} | no text at keyid",
        "{\"payloadType\":\"t\",\"payload\":\"%\",\"signatures\":[{\"sig\":\"\"}]} | no base64 at payload",
        "{\"payloadType\":\"t\",\"payload\":\"+_==\",\"signatures\":[{\"sig\":\"\"}]} | no base64 at payload",
        "{\"payloadType\":\"\",\"payload\":\"\",\"signatures\":[{\"sig\":\"\"}]} | payloadType",
        "{\"payload\":\"\",\"signatures\":[{\"sig\":\"\"}]} | no text at payloadType",
        "{\"payloadType\":\"t\",\"payload\":\"\",\"payload\":\"\",\"signatures\":[{\"sig\":\"\"}]} | twice",
        "{\"payloadType\":\"t\" | 1:"
      })
  void refusesWhatTwoReadersCouldReadDifferently(String envelope, String reason) {
    assertThatThrownBy(() -> Dsse.parse(utf8(envelope), MOST))
        .isInstanceOf(NotCanonicalException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void refusesMoreBytesThanAllowedBeforeReadingThem() {
    assertThatThrownBy(() -> Dsse.parse(new byte[11], 10)).hasMessageContaining("more than 10");
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
