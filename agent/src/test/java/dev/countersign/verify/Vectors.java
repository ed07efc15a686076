package dev.countersign.verify;

import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** The vectors on the test class path, and the keys that go with them. */
final class Vectors {

  static byte[] bytes(String name) {
    try (InputStream in = Vectors.class.getResourceAsStream("/vectors/" + name)) {
      return in.readAllBytes();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  static Map<String, Object> object(String name) {
    return Entry.object(Json.parse(bytes(name)));
  }

  static List<?> list(Object value) {
    return (List<?>) value;
  }

  static AnchorKey hs256(String hex) {
    try {
      return AnchorKey.toVerify("hs256:" + hex);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  static AnchorKey hs256Text(String text) {
    return hs256(Hex.of(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
  }

  /** RFC 8410 wraps the 32 bytes of a public key in this much DER. */
  static String publicPem(String hex) {
    return pem("PUBLIC KEY", "302a300506032b6570032100" + hex);
  }

  static String privatePem(String hex) {
    return pem("PRIVATE KEY", "302e020100300506032b657004220420" + hex);
  }

  private static String pem(String type, String derHex) {
    return "-----BEGIN "
        + type
        + "-----\n"
        + Base64.getMimeEncoder().encodeToString(Hex.parse(derHex))
        + "\n-----END "
        + type
        + "-----\n";
  }

  static AnchorKey ed25519(Path directory, String publicHex) throws IOException {
    Path file = directory.resolve("public.pem");
    Files.writeString(file, publicPem(publicHex));
    return AnchorKey.toVerify("ed25519:" + file);
  }

  static Report chain(byte[] lines, Given given) {
    try {
      return Verifier.chain(new ByteArrayInputStream(lines), given);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  static Report bundle(byte[] json, Given given) {
    try {
      return Verifier.bundle(json, given);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  static Map<String, Object> json(Report report) {
    StringBuilder text = new StringBuilder();
    try {
      report.writeJson(text);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return Entry.object(Json.parse(text.toString()));
  }

  private Vectors() {}
}
