package dev.countersign.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Regressions;
import dev.countersign.canonical.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Checkpoint notes that were edited: one is read or refused with a reason, and what is read has one
 * spelling only, so that nobody signs a text that another reader takes for something else.
 *
 * <p>Tries: {@code -Djqwik.tries.default=N}; the seed is fixed.
 */
class NoteFuzzTest {

  private static final byte[] PUBLIC_KEY = new byte[32];
  private static final String GOOD = note(5);

  private static final String[] PIECES = {
    "\n",
    "\n\n",
    " ",
    "\r\n",
    "\t",
    "0",
    "-1",
    "9223372036854775807",
    "head ",
    "frontier ",
    "\u2014 ",
    "=",
    "==",
    "AAAA",
    "\u0000",
    "\ud800",
    Checkpoint.ORIGIN,
    "0".repeat(64)
  };

  @Property(seed = "20261130")
  void editsOfAGoodNote(
      @ForAll @Size(min = 1, max = 5) List<@IntRange(min = 0, max = 1_000_000) Integer> edits) {
    StringBuilder text = new StringBuilder(GOOD);
    for (int edit : edits) {
      int at = edit % text.length();
      switch (edit % 4) {
        case 0 -> text.deleteCharAt(at);
        case 1 -> text.insert(at, PIECES[edit / 3 % PIECES.length]);
        case 2 -> text.setCharAt(at, (char) ('0' + edit / 11 % 75));
        default ->
            text.replace(
                at, Math.min(text.length(), at + edit % 9), PIECES[edit / 7 % PIECES.length]);
      }
    }
    check(text.toString());
  }

  @Property(seed = "20261130")
  void anyText(@ForAll @Size(max = 100) byte[] bytes) {
    check(new String(bytes, StandardCharsets.ISO_8859_1));
  }

  @Property(seed = "20261130", tries = 50)
  void whatWeWriteIsRead(@ForAll @IntRange(min = 1, max = 300) int entries) {
    String note = note(entries);
    assertThat(Checkpoint.parse(note).note(PUBLIC_KEY, new byte[64])).isEqualTo(note);
  }

  /** What was found once; {@code fuzz/note}. */
  @TestFactory
  Stream<DynamicTest> whatWasFoundStaysRight() throws IOException {
    return Regressions.of("note")
        .map(
            file ->
                DynamicTest.dynamicTest(
                    file.getFileName().toString(), () -> check(Files.readString(file))));
  }

  private static void check(String text) {
    // As it is read from a file: no text that comes from there has half a surrogate pair.
    String note = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    Checkpoint read;
    try {
      read = Checkpoint.parse(note);
    } catch (IllegalArgumentException refused) {
      assertThat(refused.getMessage()).matches("[ -~]+");
      return;
    }
    // Further lines of text may follow, as C2SP has it; they are signed like the rest.
    assertThat(new String(Checkpoint.signedText(note), StandardCharsets.UTF_8))
        .startsWith(read.text());
    byte[] signature = read.signature(note, PUBLIC_KEY);
    assertThat(signature == null || signature.length == 64).isTrue();
  }

  private static String note(int entries) {
    MerkleTree tree = new MerkleTree();
    byte[] hash = new byte[32];
    for (int i = 0; i < entries; i++) {
      hash = Sha256.hash(hash);
      tree.add(hash);
    }
    return Checkpoint.of("3f2a9c51d07b4e68", tree, Hex.of(hash)).note(PUBLIC_KEY, new byte[64]);
  }
}
