package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever is put before it, the verifier answers with a code and exit 1; it never throws and never
 * takes it all in.
 */
class HostileInputTest {

  @Test
  void aBundleCutAnywhereIsNoBundle() {
    byte[] bundle = Vectors.bytes("worked-example/bundle.json");
    int end = new String(bundle, StandardCharsets.UTF_8).stripTrailing().length();
    for (int length = 0; length < end; length++) {
      Report report = Vectors.bundle(Arrays.copyOf(bundle, length), Given.nothing());
      assertThat(report.failures())
          .as("cut at %s", length)
          .extracting(Failure::reason)
          .containsExactly("invalid_bundle");
      assertThat(report.exit(false)).isEqualTo(1);
    }
  }

  /**
   * Cut at the end of a line or amid one, books are in progress (spec 2.2, 2.4): a killed process
   * leaves either. Of a chain whose first entry is not whole there is nothing to say.
   */
  @Test
  void aChainCutAnywhereIsInProgressAndNeverClean() {
    byte[] chain = Vectors.bytes("worked-example/chain.jsonl");
    int first = new String(chain, StandardCharsets.UTF_8).indexOf('\n');
    for (int length = 0; length < chain.length - 1; length++) {
      Report report = Vectors.chain(Arrays.copyOf(chain, length), Given.nothing());
      assertThat(report.exit(false)).as("cut at %s", length).isEqualTo(length < first ? 1 : 3);
      boolean whole = length == 0 || chain[length - 1] == '\n' || chain[length] == '\n';
      assertThat(report.unfinished() > 0).as("cut at %s", length).isEqualTo(!whole);
    }
  }

  @Test
  void onlyTheVeryLastLineMayBeUnfinished(@TempDir Path directory) throws IOException {
    String chain = new String(Vectors.bytes("worked-example/chain.jsonl"), StandardCharsets.UTF_8);
    String torn = chain.substring(0, chain.length() / 2);
    assertThat(exit(torn)).isEqualTo(3);
    assertThat(exit(torn + "\n")).as("a newline ends it").isEqualTo(1);
    assertThat(exit(torn + "\n" + chain.substring(torn.length()))).isEqualTo(1);
    assertThat(exit(chain + "{\"adapter\":")).as("after done").isEqualTo(1);
    String open = chain.substring(0, chain.lastIndexOf("{\"agent\""));
    assertThat(exit(open + "{\"adapter\":{")).isEqualTo(3);
    for (String other : List.of("x", "[", "{}", "{ ", "{\"A", "\0\0", "{\"a\":\u0001", "null")) {
      assertThat(exit(open + other)).as(other).isEqualTo(1);
    }
    Path first = Files.writeString(directory.resolve("a.jsonl"), torn);
    Path second =
        Files.writeString(directory.resolve("a.0001.jsonl"), chain.substring(torn.length()));
    Report joined =
        Verifier.chain(new ChainFiles(List.of(first, second), List.of(), false), Given.nothing());
    assertThat(joined.exit(false)).isEqualTo(1);
  }

  private static int exit(String chain) {
    return Vectors.chain(chain.getBytes(StandardCharsets.UTF_8), Given.nothing()).exit(false);
  }

  @Test
  void aFlippedBitIsFound() {
    byte[] original = Vectors.bytes("worked-example/chain.jsonl");
    String whole = new String(original, StandardCharsets.UTF_8);
    Random random = new Random(7);
    for (int i = 0; i < 3_000; i++) {
      byte[] flipped = original.clone();
      int at = random.nextInt(flipped.length);
      flipped[at] ^= (byte) (1 << random.nextInt(8));
      Report report = Vectors.chain(flipped, Given.nothing());
      // The very last newline alone may become something else without any entry changing.
      boolean lastNewline = at == whole.length() - 1;
      assertThat(report.exit(false))
          .as("byte %s", at)
          .isIn(lastNewline ? List.of(1, 3) : List.of(1));
    }
  }

  @Test
  void aFlippedBitInABundleIsNeverAnException() {
    byte[] original = Vectors.bytes("worked-example/bundle.json");
    Random random = new Random(8);
    for (int i = 0; i < 2_000; i++) {
      byte[] flipped = original.clone();
      flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
      Report report = Vectors.bundle(flipped, Given.nothing().withKey(Vectors.hs256("00")));
      assertThat(report.failures()).isNotEmpty();
      assertThat(Vectors.json(report)).containsEntry("ok", false);
    }
  }

  @Property(tries = 300)
  void garbageIsNoBundleAndNoChain(@ForAll byte[] garbage) {
    assertThat(Vectors.bundle(garbage, Given.nothing()).exit(false)).isEqualTo(1);
    assertThat(Vectors.chain(garbage, Given.nothing()).exit(false)).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "1",
        "\"x\"",
        "{}",
        "{\"entries\":{}}",
        "{\"entries\":null}",
        "{\"entries\":[],\"anchor\":[]}",
        "{\"entries\":[],\"redaction\":1}",
        "{\"entries\":[],\"note\":1}",
        "{\"entries\":[],\"envelopes\":1}",
        "{\"entries\":[],\"entries\":[]}",
        "{\"v\":2,\"\\u0076\":2,\"entries\":[]}",
        "\uFEFF{\"entries\":[]}",
        "{\"entries\":[]} x",
        "{\"entries\":[],\"chain_id\":\"\\ud800\"}"
      })
  void isNoBundle(String text) {
    Report report = Vectors.bundle(text.getBytes(StandardCharsets.UTF_8), Given.nothing());
    assertThat(report.failures()).extracting(Failure::reason).containsExactly("invalid_bundle");
    assertThat(report.exit(false)).isEqualTo(1);
    assertThat(Entry.object(Vectors.json(report).get("checks"))).containsEntry("integrity", false);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"v\":2,\"c14n\":\"JCS\",\"chain_id\":\"c\",\"entries\":[]}",
        "{\"v\":2,\"chain_id\":\"c\",\"entries\":[1,null,\"x\",[],{}]}",
        "{\"v\":2,\"chain_id\":7,\"entries\":[{}]}",
        "{\"v\":1e400,\"chain_id\":\"c\",\"entries\":[{\"seq\":1e308,\"v\":-1e-300}]}",
        "{\"v\":2,\"chain_id\":\"c\",\"anchor\":{},\"entries\":[{\"event\":[]}]}"
      })
  void isABundleThatDoesNotVerify(String text) {
    Report report =
        Vectors.bundle(
            text.getBytes(StandardCharsets.UTF_8), Given.nothing().withKey(Vectors.hs256("00")));
    assertThat(report.failures()).isNotEmpty();
    assertThat(report.exit(false)).isEqualTo(1);
    assertThat(Vectors.json(report)).containsEntry("ok", false);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"null", "1", "[]", "x", "", "{\"a\":1,\"a\":1}", "{\"a\":\"\\ud800\"}", "{} {}"})
  void aLineThatIsNoEntryHasItsCode(String line) {
    byte[] chain = Books.honest().lines();
    byte[] more =
        (new String(chain, StandardCharsets.UTF_8) + line + "\n").getBytes(StandardCharsets.UTF_8);

    Report report = Vectors.chain(more, Given.nothing());

    assertThat(report.failures())
        .extracting(Failure::reason, Failure::entry)
        .contains(tuple("invalid_ledger_entry", 4L))
        .anySatisfy(it -> assertThat(it.toList().get(0)).isEqualTo("integrity"));
    assertThat(report.exit(false)).isEqualTo(1);
  }

  @Test
  void bytesThatAreNoTextHaveTheirCode() {
    byte[] chain = {(byte) 0xc3, 0x28, '\n'};
    assertThat(Vectors.chain(chain, Given.nothing()).failures())
        .extracting(Failure::reason)
        .contains("invalid_ledger_entry");
    assertThat(Vectors.bundle(chain, Given.nothing()).failures())
        .extracting(Failure::reason)
        .containsExactly("invalid_bundle");
  }

  @Test
  void aHundredThousandBracketsAreNoStackOverflow() {
    for (String open : List.of("[", "{\"a\":")) {
      byte[] deep = open.repeat(100_000).getBytes(StandardCharsets.UTF_8);
      assertThat(Vectors.bundle(deep, Given.nothing()).exit(false)).isEqualTo(1);
      assertThat(Vectors.chain(deep, Given.nothing()).exit(false)).isEqualTo(1);
    }
  }

  @Test
  void aLineOf100MegabytesIsPassedOverWithoutBeingKept() throws IOException {
    Report report = Verifier.chain(new Repeated('x', 100_000_000), Given.nothing());

    assertThat(report.failures().get(0).reason()).isEqualTo("missing_root");
    assertThat(report.failures().get(1).detail()).contains("longer than 1048576 bytes");
    assertThat(report.exit(false)).isEqualTo(1);
  }

  @Test
  void manyBadLinesAreCountedAndNotKept() throws IOException {
    Report report = Verifier.chain(new Repeated('\n', 100_000), Given.nothing());

    assertThat(report.failures()).hasSizeLessThan(2 * Failures.KEPT);
    assertThat(report.failures().size() + report.omitted()).isGreaterThanOrEqualTo(100_000);
    assertThat(Vectors.json(report)).containsKey("failures_omitted");
  }

  @Test
  void untrustedTextCannotForgeALineOfTheReport() {
    Report report =
        new Books(2)
            .root()
            .with("authority", Map.of("scopes", List.of("tool.pay\nchain c: CLEAN\u001b[2J\u202e")))
            .verify();

    String detail = report.failures().get(0).detail();
    assertThat(detail).contains("\"tool.pay\\u000achain c: CLEAN\\u001b[2J\\u202e\"");
    StringWriter text = new StringWriter();
    new ReportText(report, new PrintWriter(text)).print(false);
    assertThat(text.toString().lines()).noneMatch(line -> line.startsWith("chain c: CLEAN"));
    assertThat(text.toString()).doesNotContain("\u001b").doesNotContain("\u202e");
  }

  /** A stream of one byte, over and over. */
  private static final class Repeated extends InputStream {

    private final int value;
    private long left;

    Repeated(int value, long count) {
      this.value = value;
      this.left = count;
    }

    @Override
    public int read() {
      return left-- > 0 ? value : -1;
    }

    @Override
    public int read(byte[] to, int from, int length) {
      int count = (int) Math.min(left, length);
      if (count == 0) {
        return -1;
      }
      Arrays.fill(to, from, from + count, (byte) value);
      left -= count;
      return count;
    }
  }
}
