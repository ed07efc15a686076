package dev.countersign.canonical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Ed25519Test {

  /** RFC 8032, section 7.1, tests 1 and 2. */
  @ParameterizedTest
  @CsvSource({
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60,"
        + "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a,'',"
        + "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb,"
        + "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c,72,"
        + "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
  })
  void signsAsTheRfcDoes(String seed, String publicKey, String message, String signature)
      throws Exception {
    Ed25519 key = Ed25519.of(Hex.parse(seed));
    assertThat(Hex.of(key.publicKey())).isEqualTo(publicKey);
    assertThat(Hex.of(key.sign(Hex.parse(message)))).isEqualTo(signature);
    assertThat(Ed25519.verifies(Hex.parse(publicKey), Hex.parse(message), Hex.parse(signature)))
        .isTrue();
    assertThat(Ed25519.isPublicKey(Hex.parse(publicKey))).isTrue();
  }

  @Test
  void everyChangedBitOfASignatureIsNoticed() throws Exception {
    Ed25519 key = Ed25519.of(new byte[32]);
    byte[] message = "m".getBytes(StandardCharsets.UTF_8);
    byte[] signature = key.sign(message);
    for (int bit = 0; bit < 512; bit += 7) {
      byte[] other = signature.clone();
      other[bit / 8] ^= (byte) (1 << (bit % 8));
      assertThat(Ed25519.verifies(key.publicKey(), message, other)).as("bit " + bit).isFalse();
    }
    assertThat(Ed25519.verifies(key.publicKey(), message, Arrays.copyOf(signature, 63))).isFalse();
    assertThat(Ed25519.verifies(new byte[31], message, signature)).isFalse();
  }

  @Test
  void filesAreThoseOfOpenSsl() throws Exception {
    byte[] seed = new byte[32];
    Arrays.fill(seed, (byte) 7);
    assertThat(Ed25519.seedInPem(Ed25519.privatePem(seed))).isEqualTo(seed);
    byte[] publicKey = Ed25519.of(seed).publicKey();
    assertThat(Ed25519.publicInPem(Ed25519.publicPem(publicKey))).isEqualTo(publicKey);
    // openssl genpkey -algorithm ed25519, and its openssl pkey -pubout
    byte[] theirs =
        Ed25519.seedInPem(
            "-----BEGIN PRIVATE KEY-----\n"
                + "MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n"
                + "-----END PRIVATE KEY-----\n");
    assertThat(Hex.of(theirs))
        .isEqualTo("d4ee72dbf913584ad5b6d8f1f769f8ad3afe7c28cbf1d4fbe097a88f44755842");
    assertThat(
            Ed25519.publicInPem(
                "-----BEGIN PUBLIC KEY-----\n"
                    + "MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n"
                    + "-----END PUBLIC KEY-----\n"))
        .isEqualTo(Ed25519.of(theirs).publicKey());
  }

  @Test
  void otherPemBlocksAreNoKeys() throws Exception {
    String pem = Ed25519.privatePem(new byte[32]);
    assertThat(Ed25519.publicInPem(pem)).isNull();
    assertThat(Ed25519.seedInPem(pem.replace("MC4", "MC5"))).isNotNull();
    assertThat(Ed25519.seedInPem(pem.replace("K2Vw", "K2Vv"))).isNull();
    assertThat(Ed25519.seedInPem("")).isNull();
    assertThatThrownBy(() -> Ed25519.of(new byte[31])).hasMessageContaining("32 bytes");
  }

  /** Points of order 1, 2, 4, 8, and second encodings of one point: y + p, x = 0 with a sign. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "0100000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000080",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
      })
  void aPointThatSignsEverythingOrHasTwoNamesIsNoKey(String key) {
    assertThat(Ed25519.isPublicKey(Hex.parse(key))).isFalse();
  }
}
