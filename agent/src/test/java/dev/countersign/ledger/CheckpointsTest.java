package dev.countersign.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.params.Ed25519PublicKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the agent signs of its books (spec 3.6, 2.6), checked with another implementation. */
class CheckpointsTest {

  @TempDir Path temp;
  private Path key;
  private Ed25519PublicKeyParameters publicKey;

  @BeforeEach
  void makeKey() throws Exception {
    KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    byte[] pkcs8 = pair.getPrivate().getEncoded();
    key = secret("key.pem", pem(pkcs8));
    publicKey = new Ed25519PrivateKeyParameters(pkcs8, pkcs8.length - 32).generatePublicKey();
  }

  private Path secret(String name, String content) throws IOException {
    Path file = Files.writeString(temp.resolve(name), content);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }

  private static String pem(byte[] pkcs8) {
    return "-----BEGIN PRIVATE KEY-----\n"
        + Base64.getMimeEncoder().encodeToString(pkcs8)
        + "\n-----END PRIVATE KEY-----\n";
  }

  private Ledger begin(Signing signing, Rotation rotation) {
    return Ledger.create(
        Calls.settings(temp.resolve("ledger")).withSigning(signing).withRotation(rotation));
  }

  private static void call(Ledger ledger) {
    String id = ledger.newCallId();
    ledger.allow(Calls.allow(id));
    ledger.outcome(Calls.returned(id));
  }

  private Checkpoint verified(Path file) throws IOException {
    String note = Files.readString(file);
    Checkpoint checkpoint = Checkpoint.parse(note);
    assertThat(note).startsWith(checkpoint.text() + "\n\u2014 " + checkpoint.origin() + " ");
    byte[] signature = checkpoint.signature(note, publicKey.getEncoded());
    assertThat(signature).isNotNull();
    Ed25519Signer verifier = new Ed25519Signer();
    verifier.init(false, publicKey);
    byte[] text = Checkpoint.signedText(note);
    verifier.update(text, 0, text.length);
    assertThat(verifier.verifySignature(signature)).isTrue();
    return checkpoint;
  }

  private static MerkleTree tree(List<Map<String, Object>> entries) {
    MerkleTree tree = new MerkleTree();
    entries.forEach(entry -> tree.add(Hex.parse((String) entry.get("hash"))));
    return tree;
  }

  @Test
  void theLastCheckpointIsOfTheWholeChain() throws IOException {
    Ledger ledger = begin(new Signing(1000, key.toString(), null, null), Rotation.STANDARD);
    for (int i = 0; i < 10; i++) {
      call(ledger);
    }
    ledger.close();

    Books books = Books.of(ledger);
    Checkpoint checkpoint = verified(ledger.files().checkpoint());
    assertThat(checkpoint.size()).isEqualTo(22);
    assertThat(checkpoint.head()).isEqualTo(books.last().get("hash"));
    assertThat(checkpoint.root()).isEqualTo(tree(books.entries()).root());
    assertThat(checkpoint.chainId()).isEqualTo(books.last().get("chain_id"));
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(ledger.files().checkpoint())))
        .isEqualTo("rw-------");
    assertThat(Files.readString(ledger.files().checkpoint()).length())
        .isLessThan(Checkpoint.MAX_NOTE);
  }

  @Test
  void eachSegmentsCheckpointEndsWhereTheNextSegmentBegins() throws IOException {
    Ledger ledger =
        begin(
            new Signing(4, key.toString(), key.toString(), "k1"),
            new Rotation(8192, Duration.ofDays(1)));
    for (int i = 0; i < 40; i++) {
      call(ledger);
    }
    ledger.close();

    List<LedgerFiles> segments = Books.chainsIn(temp.resolve("ledger"));
    assertThat(segments).hasSizeGreaterThan(4);
    List<Map<String, Object>> entries = Books.joined(segments).entries();
    long size = 0;
    for (LedgerFiles segment : segments) {
      size += Books.of(segment).entries().size();
      Checkpoint checkpoint = verified(segment.checkpoint());
      assertThat(checkpoint.size()).isEqualTo(size);
      assertThat(checkpoint.root()).isEqualTo(tree(entries.subList(0, (int) size)).root());
      assertThat(((Map<?, ?>) Json.parse(Files.readString(segment.anchor()).strip())).get("seq"))
          .isEqualTo(size - 1);
    }
  }

  /** The thread signs what was written, not what somebody put in its place. */
  @Test
  void ofATruncatedChainTheCheckpointSaysWhatWasInIt() throws IOException {
    Ledger ledger = begin(new Signing(1000, key.toString(), null, null), Rotation.STANDARD);
    call(ledger);
    call(ledger);
    LedgerFiles first = ledger.files();
    Books before = Books.of(first);
    Files.writeString(first.chain(), Files.readAllLines(first.chain()).get(0) + "\n");
    assertThatThrownBy(() -> call(ledger)).hasMessageContaining("was truncated");
    call(ledger);
    ledger.close();

    Checkpoint checkpoint = verified(first.checkpoint());
    assertThat(checkpoint.size()).isEqualTo(5);
    assertThat(checkpoint.root()).isEqualTo(tree(before.entries()).root());
    assertThat(verified(ledger.files().checkpoint()).size())
        .isEqualTo(Books.of(ledger).entries().size());
  }

  @Test
  void anchorsAreThoseOfThePublicVerifiers() throws Exception {
    Path secret = secret("secret", "0f".repeat(40) + "\n");
    Ledger ledger = begin(new Signing(1000, null, secret.toString(), "kid-1"), Rotation.STANDARD);
    call(ledger);
    ledger.close();

    Map<String, Object> anchor = anchor(ledger.files());
    assertThat(anchor)
        .containsEntry("seq", 3L)
        .containsEntry("head", Books.of(ledger).last().get("hash"))
        .containsEntry("kid", "kid-1");
    Map<String, Object> body = new LinkedHashMap<>(anchor);
    body.keySet().removeAll(List.of("kid", "sig"));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(Hex.parse("0f".repeat(40)), "HmacSHA256"));
    assertThat(anchor).containsEntry("sig", Hex.of(mac.doFinal(Canonical.jcs(body))));
    assertThat(ledger.files().checkpoint()).doesNotExist();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> anchor(LedgerFiles files) throws IOException {
    return (Map<String, Object>) Json.parse(Files.readString(files.anchor()).strip());
  }

  /** What stands where a checkpoint belongs is replaced, never followed. */
  @Test
  void aLinkInThePlaceOfACheckpointIsReplaced() throws IOException {
    Path other = Files.writeString(temp.resolve("other"), "theirs");
    Ledger ledger = begin(new Signing(1000, key.toString(), null, null), Rotation.STANDARD);
    Files.createSymbolicLink(ledger.files().checkpoint(), other);
    call(ledger);
    ledger.close();
    assertThat(Files.readString(other)).isEqualTo("theirs");
    assertThat(Files.isSymbolicLink(ledger.files().checkpoint())).isFalse();
    verified(ledger.files().checkpoint());
  }

  /** As where memory gives out: the batch is taken when there is some, and later ones fit. */
  @Test
  void aBatchThatFailsInTheMiddleIsTakenOnTheNextTry() throws Exception {
    Checkpoints checkpoints =
        new Checkpoints(new Signing(1, key.toString(), null, null), Clock.systemUTC());
    LedgerFiles files = new LedgerFiles(temp, "1-1-" + "c".repeat(16));
    MerkleTree expected = new MerkleTree();
    for (int i = 0; i < 6; i++) {
      expected.add(Hex.parse("%064x".formatted(i)));
    }
    byte[] second = hashes(2, 3, 4);
    second[2 * 64 + 5] = '?';
    checkpoints.add(new Checkpoints.Batch(files, "c".repeat(16), hashes(0, 1), 2 * 64, 2));
    checkpoints.add(new Checkpoints.Batch(files, "c".repeat(16), second, 3 * 64, 5));
    checkpoints.add(new Checkpoints.Batch(files, "c".repeat(16), hashes(5), 64, 6));

    checkpoints.takeNext();
    assertThatThrownBy(checkpoints::takeNext).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(checkpoints::takeNext).isInstanceOf(IllegalArgumentException.class);
    second[2 * 64 + 5] = '0';
    checkpoints.takeNext();
    checkpoints.takeNext();
    Checkpoint checkpoint = verified(files.checkpoint());
    assertThat(checkpoint.size()).isEqualTo(6);
    assertThat(checkpoint.root()).isEqualTo(expected.root());
  }

  private static byte[] hashes(int... numbers) {
    StringBuilder all = new StringBuilder();
    for (int number : numbers) {
      all.append("%064x".formatted(number));
    }
    return all.toString().getBytes(StandardCharsets.US_ASCII);
  }

  /** The books do not depend on it. */
  @Test
  void aCheckpointThatCannotBeWrittenChangesNothingElse() throws IOException {
    Ledger ledger = begin(new Signing(2, key.toString(), null, null), Rotation.STANDARD);
    Files.createDirectories(ledger.files().checkpoint().resolve("full"));
    for (int i = 0; i < 5; i++) {
      call(ledger);
    }
    ledger.close();
    assertThat(Books.of(ledger).assertIntact().events()).endsWith("done").hasSize(12);
    assertThat(ledger.files().checkpoint()).isDirectory();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"absent", "empty", "public", "rsa", "cut", "text", "readable", "writable"})
  void aKeyThatCannotBeUsedEndsTheStartWithNothingWritten(String what) throws Exception {
    byte[] rsa = KeyPairGenerator.getInstance("RSA").generateKeyPair().getPrivate().getEncoded();
    byte[] own = Base64.getMimeDecoder().decode(Files.readString(key).split("-----")[2]);
    switch (what) {
      case "absent" -> Files.delete(key);
      case "empty" -> Files.writeString(key, "");
      case "public" ->
          Files.writeString(key, "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n");
      case "rsa" -> Files.writeString(key, pem(rsa));
      case "cut" -> Files.writeString(key, pem(Arrays.copyOf(own, own.length - 1)));
      case "readable" ->
          Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
      case "writable" ->
          Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-----w-"));
      default -> Files.writeString(key, "zz");
    }
    for (Signing signing :
        List.of(
            new Signing(1000, key.toString(), null, null),
            new Signing(1000, null, key.toString(), "k"))) {
      assertThatThrownBy(() -> begin(signing, Rotation.STANDARD))
          .isInstanceOf(LedgerException.class)
          .hasMessageContaining(key.toString())
          .hasMessageContaining("openssl genpkey")
          .hasMessageStartingWith(
              signing.kid() == null ? "receipts.checkpoint.key: " : "ledger.anchor_key: ");
    }
    assertThat(Books.chainsIn(temp.resolve("ledger"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n\n",
        "countersign.dev/chain/c\n1\nAAAA\nhead 0\nfrontier AAAA\n\n",
        "example.com/log\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\n"
      })
  void whatIsNoCheckpointIsSaidToBeNone(String note) {
    assertThatThrownBy(() -> Checkpoint.parse(note)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aCheckpointWhoseFrontierOrRootWasChangedIsNone() throws IOException {
    Ledger ledger = begin(new Signing(1000, key.toString(), null, null), Rotation.STANDARD);
    call(ledger);
    ledger.close();
    String note = Files.readString(ledger.files().checkpoint());
    String[] line = note.split("\n", -1);
    String zeros = Base64.getEncoder().encodeToString(new byte[32]);
    for (String[] change :
        new String[][] {
          {line[2], zeros}, {line[4], "frontier " + zeros}, {"\n4\n", "\n5\n"}, {"\n4\n", "\n04\n"}
        }) {
      String changed = note.replaceFirst(java.util.regex.Pattern.quote(change[0]), change[1]);
      assertThat(changed).isNotEqualTo(note);
      assertThatThrownBy(() -> Checkpoint.parse(changed))
          .isInstanceOf(IllegalArgumentException.class);
    }
    byte[] other = new byte[32];
    assertThat(Checkpoint.parse(note).signature(note, other)).isNull();
    assertThat(Checkpoint.parse(note).verifierKey(publicKey.getEncoded()))
        .startsWith("countersign.dev/chain/")
        .matches(".*\\+[0-9a-f]{8}\\+[A-Za-z0-9+/=]{44}");
    assertThat(note.getBytes(StandardCharsets.UTF_8).length).isLessThan(1000);
  }
}
