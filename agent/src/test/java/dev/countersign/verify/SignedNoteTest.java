package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.Ed25519;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Notes, keys, cosignatures and proofs as C2SP has them. The examples are those of the documents
 * signed-note, tlog-checkpoint, tlog-cosignature and tlog-proof (C2SP, CC BY 4.0).
 */
class SignedNoteTest {

  private static final String EXAMPLE =
      "This is an example message.\n\n\u2014 example.com/foo"
          + " Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n";
  private static final String EXAMPLE_KEY =
      "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";

  private static final String COSIGNED =
      "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n"
          + "\u2014 example.com/behind-the-sofa"
          + " Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
          + "\u2014 witness.example.com/w1"
          + " jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n";

  private static final String TEXT =
      "example.com/log\n1\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n";

  private final Ed25519 key = Ed25519.of(new byte[32]);

  @Test
  void theExampleOfTheSpecificationVerifies() {
    NoteKey foo = NoteKey.parse(EXAMPLE_KEY);
    assertThat(foo.in(SignedNote.parse(EXAMPLE))).isEqualTo(NoteKey.Verdict.SIGNED);
    assertThat(foo.witness()).isFalse();
    String changed = EXAMPLE.replace("example message", "other message");
    assertThat(foo.in(SignedNote.parse(changed))).isEqualTo(NoteKey.Verdict.FORGED);
    assertThat(foo.in(SignedNote.parse(COSIGNED))).isEqualTo(NoteKey.Verdict.ABSENT);
  }

  @Test
  void aCosignatureOfTheSpecificationHasItsTime() {
    SignedNote note = SignedNote.parse(COSIGNED);
    assertThat(note.signatures()).hasSize(2);
    byte[] signature = note.signatures().get(1).signature();
    assertThat(signature).hasSize(8 + 64);
    assertThat(ByteBuffer.wrap(signature).getLong()).isEqualTo(1679315147L);
    assertThat(
            new String(
                NoteKey.cosigned(1679315147L, note.text()),
                java.nio.charset.StandardCharsets.UTF_8))
        .startsWith("cosignature/v1\ntime 1679315147\nexample.com/behind-the-sofa\n20852163\n")
        .endsWith("q2I=\n");
  }

  @Test
  void aTextMayHaveEmptyLines() {
    SignedNote note = SignedNote.parse("one\n\ntwo\n\n\u2014 a AAAAAAA=\n");
    assertThat(note.text()).isEqualTo("one\n\ntwo\n");
  }

  @Test
  void anUnknownSignatureIsIgnoredAndAKnownOneOfAnotherTimeIsNot() throws Exception {
    NoteKey witness = NoteKey.of("w.example", true, key.publicKey());
    String other = "\u2014 other.example AAAAAAA=\n";
    String line = line(witness, 17, key.sign(NoteKey.cosigned(17, TEXT)));
    assertThat(witness.in(SignedNote.parse(TEXT + '\n' + other + line)))
        .isEqualTo(NoteKey.Verdict.SIGNED);
    String later = line(witness, 18, key.sign(NoteKey.cosigned(17, TEXT)));
    assertThat(witness.in(SignedNote.parse(TEXT + '\n' + later))).isEqualTo(NoteKey.Verdict.FORGED);
    // One that holds does not heal one that does not.
    assertThat(witness.in(SignedNote.parse(TEXT + '\n' + line + later)))
        .isEqualTo(NoteKey.Verdict.FORGED);
    // The log's own signature is of another type and so of another id.
    NoteKey log = NoteKey.of("w.example", false, key.publicKey());
    assertThat(log.in(SignedNote.parse(TEXT + '\n' + line))).isEqualTo(NoteKey.Verdict.ABSENT);
  }

  private static String line(NoteKey witness, long time, byte[] signature) {
    byte[] all =
        ByteBuffer.allocate(4 + 8 + 64).put(witness.keyId()).putLong(time).put(signature).array();
    return "\u2014 " + witness.name() + ' ' + Base64.getEncoder().encodeToString(all) + '\n';
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        "text\n\u2014 a AAAAAAA=\n",
        "text\n\n",
        "text\n\n\u2014 a AAAAAAA=",
        "text\n\n\u2014 a\n",
        "text\n\n\u2014  AAAAAAA=\n",
        "text\n\n\u2014 a+b AAAAAAA=\n",
        "text\n\n\u2014 a\u00a0b AAAAAAA=\n",
        "text\n\n\u2014 a AAAA\n",
        "text\n\n\u2014 a AAAAAAB=\n",
        "text\n\n\u2014 a AAAAAAA\n",
        "text\n\n- a AAAAAAA=\n",
        "te\txt\n\n\u2014 a AAAAAAA=\n",
        "te\ufffdxt\n\n\u2014 a AAAAAAA=\n",
        "\n\n\u2014 a AAAAAAA=\n"
      })
  void whatIsNoNoteIsRefused(String note) {
    assertThatThrownBy(() -> SignedNote.parse(note))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("it has");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "example.com/foo",
        "+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
        "example.com/foo+530d903b+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
        "example.com/fooo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
        "example.com/foo+530d903a+BukyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
        "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2",
        "example.com/foo+530d903a+"
      })
  void whatIsNoKeyIsRefused(String vkey) {
    assertThatThrownBy(() -> NoteKey.parse(vkey)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aProofIsTheTextOfTheSpecification() {
    String step = "gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ=";
    String text = "c2sp.org/tlog-proof@v1\nindex 73894\n" + step + "\n\n" + COSIGNED;
    TlogProof proof = TlogProof.parse(text);
    assertThat(proof.index()).isEqualTo(73894);
    assertThat(proof.path()).containsExactly(Base64.getDecoder().decode(step));
    assertThat(proof.checkpoint()).isEqualTo(COSIGNED);
    assertThat(proof.text()).isEqualTo(text);
    assertThat(TlogProof.parse(text.replace("\nindex", "\nextra AAAA\nindex")).index())
        .isEqualTo(73894);
    String alone = "c2sp.org/tlog-proof@v1\nindex 0\n\n" + COSIGNED;
    assertThat(new TlogProof(0, List.of(), COSIGNED).text()).isEqualTo(alone);
    assertThat(TlogProof.parse(alone).path()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "c2sp.org/tlog-proof@v2\nindex 1\n\nx",
        "c2sp.org/tlog-proof@v1\nindex 01\n\nx",
        "c2sp.org/tlog-proof@v1\nindex -1\n\nx",
        "c2sp.org/tlog-proof@v1\nindex \n\nx",
        "c2sp.org/tlog-proof@v1\n\nx",
        "c2sp.org/tlog-proof@v1\nindex 1\nAAAA\n\nx",
        "c2sp.org/tlog-proof@v1\nindex 1",
        "c2sp.org/tlog-proof@v1\nextra !\nindex 1\n\nx",
        "index 1\n\nx"
      })
  void whatIsNoProofIsRefused(String text) {
    assertThatThrownBy(() -> TlogProof.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
