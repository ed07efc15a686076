package dev.countersign.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.Ed25519;
import dev.countersign.config.Configuration;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may answer is known at the start, and is not this JVM itself. */
class ApprovalStartTest {

  @TempDir private Path temp;

  @BeforeEach
  void keys() throws Exception {
    byte[] seed = new byte[32];
    Arrays.fill(seed, (byte) 5);
    write("ada", Ed25519.privatePem(seed));
    write("ada.pub", Ed25519.publicPem(Ed25519.of(seed).publicKey()));
    write("copy.pub", Ed25519.publicPem(Ed25519.of(seed).publicKey()));
    write("none.pub", "hello");
  }

  private void write(String name, String content) throws Exception {
    Files.writeString(temp.resolve(name), content);
  }

  private void begin(String keys, String more) throws Exception {
    String list = keys.replaceAll("([a-z.]+)", temp + "/$1");
    Configuration read =
        Configuration.parse(
            "F",
            ("{bundle: b, version: 1, mode: enforce, ledger: {dir: d}, approvals: {dir: "
                    + temp.resolve("approvals")
                    + ", keys: ["
                    + list
                    + "]}"
                    + more.replace("@", temp + "/")
                    + "}")
                .getBytes(StandardCharsets.UTF_8));
    assertThat(ApprovalStart.begin(read.approvals(), read.ledger())).isNotNull();
  }

  @Test
  void aPublicKeyIsEnough() throws Exception {
    begin("ada.pub", "");
    assertThat(temp.resolve("approvals")).isDirectory();
    assertThat(ApprovalStart.application()).isNotBlank().doesNotContain("/", " ");
  }

  @Test
  void whatWouldLetThisJvmAnswerEndsTheStart() {
    assertThatThrownBy(() -> begin("ada", ""))
        .isInstanceOf(NotStarted.class)
        .hasMessageContaining("holds a private key");
    assertThatThrownBy(() -> begin("ada.pub", ", receipts: {key: @ada}"))
        .hasMessageContaining("names the key of receipts.key");
    assertThatThrownBy(() -> begin("none.pub", "")).hasMessageContaining("no Ed25519 public key");
    assertThatThrownBy(() -> begin("missing.pub", "")).hasMessageContaining("cannot be read");
    assertThatThrownBy(() -> begin("ada.pub, copy.pub", "")).hasMessageContaining("same key");
  }

  @Test
  void aDirectoryThatIsALinkEndsTheStart() throws Exception {
    Path elsewhere = Files.createDirectory(temp.resolve("elsewhere"));
    Files.createSymbolicLink(temp.resolve("approvals"), elsewhere);
    assertThatThrownBy(() -> begin("ada.pub", ""))
        .isInstanceOf(NotStarted.class)
        .hasMessageContaining("approvals.dir: ")
        .hasMessageContaining("link");
  }
}
