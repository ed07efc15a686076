package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against what a chain is verified (spec 2.6, seed 5 and 9). */
class AnchorsAndVersionsTest {

  private static final AnchorKey KEY = Vectors.hs256("00ff");

  @TempDir Path directory;

  @Test
  void anAnchorThatWasStrippedIsAFailureUnderAKeyOnly() {
    Map<String, Object> bundle = Books.honest().bundle(KEY);
    bundle.remove("anchor");

    Report with = verify(bundle, Given.nothing().withKey(KEY));
    assertThat(reasons(with)).containsExactly("integrity(anchor)");
    assertThat(with.anchor()).isEqualTo("FAILED");
    assertThat(with.exit(false)).isEqualTo(1);
    Report without = verify(bundle, Given.nothing());
    assertThat(without.exit(false)).isZero();
    assertThat(without.exit(true)).isEqualTo(4);
  }

  @Test
  void theProducersWordThatItVerifiedCountsForNothing() {
    Map<String, Object> bundle = Books.honest().bundle(null);
    Entry.object(bundle.get("anchor")).put("verified", true);

    assertThat(reasons(verify(bundle, Given.nothing().withKey(KEY))))
        .containsExactly("integrity(anchor)");
    assertThat(verify(bundle, Given.nothing()).anchor()).isEqualTo("not checked");
  }

  @Test
  void anotherKeyIsAnotherSignature() {
    Map<String, Object> bundle = Books.honest().bundle(KEY);

    assertThat(verify(bundle, Given.nothing().withKey(KEY)).exit(true)).isZero();
    assertThat(verify(bundle, Given.nothing().withKey(Vectors.hs256("00fe"))).exit(true))
        .isEqualTo(1);
  }

  @Test
  void everySignedFieldOfTheAnchorIsSigned() {
    for (String field : List.of("v", "c14n", "chain_id", "seq", "head", "ts")) {
      Map<String, Object> bundle = Books.honest().bundle(KEY);
      Entry.object(bundle.get("anchor")).put(field, "x");
      assertThat(verify(bundle, Given.nothing().withKey(KEY)).exit(false)).as(field).isEqualTo(1);
    }
    Map<String, Object> bundle = Books.honest().bundle(KEY);
    Entry.object(bundle.get("anchor")).put("more", "x");
    assertThat(verify(bundle, Given.nothing().withKey(KEY)).exit(false)).isEqualTo(1);
  }

  @Test
  void ed25519SignsAndVerifiesFromPem() throws IOException {
    Map<String, Object> meta = Vectors.object("attenu/meta.json");
    Path secret = directory.resolve("secret.pem");
    Files.writeString(secret, Vectors.privatePem((String) meta.get("ed25519_private_hex")));
    AnchorKey key = Vectors.ed25519(directory, (String) meta.get("ed25519_public_hex"));
    Map<String, Object> bundle = Books.honest().bundle(AnchorKey.toSign("ed25519:" + secret));

    assertThat(verify(bundle, Given.nothing().withKey(key)).anchor()).isEqualTo("verified");
    String signature = (String) Entry.object(bundle.get("anchor")).get("sig");
    assertThat(signature).hasSize(128);
    Entry.object(bundle.get("anchor")).put("sig", "0".repeat(128));
    assertThat(verify(bundle, Given.nothing().withKey(key)).exit(false)).isEqualTo(1);
    // The signature of the order's own length is out of range for the scalar: the JDK throws, we do
    // not.
    Entry.object(bundle.get("anchor")).put("sig", "f".repeat(128));
    assertThat(verify(bundle, Given.nothing().withKey(key)).exit(false)).isEqualTo(1);
  }

  @Test
  void aKeyOfTheWrongKindSaysHowToGetTheRightOne() throws IOException {
    Path file = directory.resolve("secret.pem");
    Files.writeString(file, Vectors.privatePem("0".repeat(64)));
    assertThatThrownBy(() -> AnchorKey.toVerify("ed25519:" + file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("private key")
        .hasMessageContaining("-pubout");
    assertThatThrownBy(() -> AnchorKey.toVerify("hs256:xyz"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("xyz");
    assertThatThrownBy(() -> AnchorKey.toVerify("hs256:"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> AnchorKey.toVerify("rsa:x"))
        .isInstanceOf(IllegalArgumentException.class);
    Path hex = directory.resolve("key.hex");
    Files.writeString(hex, "00FF\n");
    byte[] message = {1};
    assertThat(AnchorKey.toVerify("hs256:file:" + hex).verifies(message, KEY.sign(message)))
        .isTrue();
    assertThat(KEY.verifies(message, Hex.of(new byte[32]))).isFalse();
    assertThat(KEY.verifies(message, 5L)).isFalse();
  }

  @Test
  void anAnchorKeptOutsideMustBeTheChainsOwn() {
    Books books = Books.honest();
    Map<String, Object> kept = Entry.object(books.bundle(KEY).get("anchor"));
    byte[] chain = books.lines();

    Report alone = Vectors.chain(chain, Given.nothing());
    assertThat(alone.verifiedAgainst()).isEqualTo("nothing");
    Report same = Vectors.chain(chain, Given.nothing().withKey(KEY).withExpectedAnchor(kept));
    assertThat(same.exit(true)).isZero();
    assertThat(same.expectedAnchor()).isEqualTo("verified");
    assertThat(same.anchor()).isEqualTo("verified");
    for (String field : List.of("v", "chain_id", "seq", "head")) {
      Map<String, Object> other = new LinkedHashMap<>(kept);
      other.put(field, "x");
      Report report = Vectors.chain(chain, Given.nothing().withExpectedAnchor(other));
      assertThat(reasons(report)).as(field).containsExactly("expected_anchor_mismatch");
      assertThat(report.expectedAnchor()).isEqualTo("FAILED");
    }
  }

  @Test
  void aKeyWithoutAnyAnchorToCheckCannotBeMet() {
    Report report = Vectors.chain(Books.honest().lines(), Given.nothing().withKey(KEY));

    assertThat(report.ok()).isTrue();
    assertThat(report.exit(false)).isEqualTo(4);
  }

  @Test
  void aHeadKeptOutsideMustBeTheLastEntry() {
    byte[] chain = Books.honest().lines();
    String head = Vectors.chain(chain, Given.nothing()).head();

    assertThat(
            Vectors.chain(chain, Given.nothing().withExpectedHead(Given.Head.parse(head)))
                .exit(false))
        .isZero();
    Given.Head other = Given.Head.parse("3:" + "0".repeat(64));
    assertThat(reasons(Vectors.chain(chain, Given.nothing().withExpectedHead(other))))
        .containsExactly("expected_head_mismatch");
    for (String wrong :
        List.of(
            "", "3", ":", "x:" + "0".repeat(64), "3:" + "0".repeat(63), "-1:" + "0".repeat(64))) {
      assertThatThrownBy(() -> Given.Head.parse(wrong))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void versionsAreOneThroughout() {
    Map<String, Object> bundle = Books.honest().bundle(null);
    bundle.put("v", 3L);
    assertThat(reasons(verify(bundle, Given.nothing())))
        .contains(
            "unsupported_version",
            "anchor_version_mismatch",
            "root_version_mismatch",
            "mixed_entry_versions");
    assertThat(verify(bundle, Given.nothing()).aggregate()).isNull();

    bundle = Books.honest().bundle(null);
    Entry.object(bundle.get("anchor")).put("v", 1L);
    assertThat(reasons(verify(bundle, Given.nothing()))).containsExactly("anchor_version_mismatch");

    bundle = Books.honest().bundle(null);
    bundle.put("v", true);
    assertThat(reasons(verify(bundle, Given.nothing()))).contains("unsupported_version");
  }

  @Test
  void aVersionOrSequenceMayBeSpelledAsAFraction() {
    String text =
        new String(Books.honest().lines(), StandardCharsets.UTF_8)
            .replace("\"seq\":1,", "\"seq\":1.0,")
            .replace("\"v\":2", "\"v\":2.0");
    Report report = Vectors.chain(text.getBytes(StandardCharsets.UTF_8), Given.nothing());
    assertThat(report.failures()).isEmpty();
  }

  @Test
  void thereIsExactlyOneRoot() {
    assertThat(reasons(new Books(2).done().verify())).contains("missing_root");
    assertThat(reasons(new Books(2).root().root().verify())).contains("missing_root");
    assertThat(reasons(Vectors.chain(new byte[0], Given.nothing())))
        .containsExactly("missing_root");
  }

  @Test
  void versionOneHasNoFieldsOfVersionTwo() {
    Books books = new Books(1).root().allow(Books.A);
    assertThat(reasons(books.verify())).containsExactly("v2_field_on_v1");
    Books policy =
        new Books(1)
            .root()
            .add(
                "allow",
                "node",
                Books.N0,
                "scope",
                "tool.pay",
                "tool",
                "pay",
                "context",
                Map.of(),
                "policy",
                "anything");
    assertThat(reasons(policy.verify())).containsExactly("invalid_policy");
  }

  @Test
  void chainIdsAreOneThroughout() {
    Map<String, Object> bundle = Books.honest().bundle(null);
    Entry.object(bundle.get("anchor")).put("chain_id", "other");
    assertThat(reasons(verify(bundle, Given.nothing()))).containsExactly("chain_id_mismatch");
  }

  @Test
  void numbersThatAnotherReaderWouldRoundBreakTheChain() {
    Books books = Books.honest();
    books.entries.get(1).put("context", Map.of("rows", Json.parse("0.5")));
    String honest = new String(books.lines(), StandardCharsets.UTF_8);
    // The hash would not notice the last of them: JCS writes it as 0.5.
    for (String number : List.of("9007199254740993", "1e16", "0.5000000000000000000001")) {
      Report report =
          Vectors.chain(
              honest.replace(":0.5}", ":" + number + "}").getBytes(StandardCharsets.UTF_8),
              Given.nothing());
      assertThat(reasons(report)).as(number).containsExactly("integrity");
      assertThat(report.failures().get(0).detail()).as(number).contains("no canonical form");
      assertThat(report.failures().get(0).seq()).isEqualTo(1);
    }
  }

  private static Report verify(Map<String, Object> bundle, Given given) {
    return Vectors.bundle(Canonical.jcs(bundle), given);
  }

  private static List<String> reasons(Report report) {
    return report.failures().stream().map(Failure::reason).toList();
  }
}
