package dev.countersign.it.faults;

import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * An Ed25519 key pair as OpenSSL writes it.
 *
 * @param privatePem PKCS#8
 * @param publicPem SPKI
 */
record SigningKeys(String privatePem, String publicPem) {

  static SigningKeys make() {
    try {
      KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
      return new SigningKeys(
          pem("PRIVATE", pair.getPrivate().getEncoded()),
          pem("PUBLIC", pair.getPublic().getEncoded()));
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private static String pem(String kind, byte[] der) {
    return "-----BEGIN "
        + kind
        + " KEY-----\n"
        + Base64.getMimeEncoder().encodeToString(der)
        + "\n-----END "
        + kind
        + " KEY-----\n";
  }
}
