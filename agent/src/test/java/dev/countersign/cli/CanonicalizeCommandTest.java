package dev.countersign.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CanonicalizeCommandTest {

  @Test
  void printsTheCanonicalBytesAndNothingElse() {
    Ran ran = Ran.reading(" {\"b\":\"\u20ac\", \"a\":9007199254740993} ", "canonicalize");
    assertThat(ran.exit()).isEqualTo(Exit.CLEAN);
    assertThat(ran.out()).isEqualTo("{\"a\":\"\uF8FFnum:9007199254740993\",\"b\":\"\u20ac\"}");
    assertThat(ran.err()).isEmpty();
  }

  @Test
  void plainRfc8785OnRequest() {
    assertThat(Ran.reading("[9007199254740993]", "canonicalize", "-", "--profile", "jcs").out())
        .isEqualTo("[9007199254740992]");
    assertThat(Ran.reading("[1E30]", "canonicalize", "--profile=rho").out()).isEqualTo("[1e+30]");
  }

  @Test
  void readsAFile(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("request.json"), "[1.0]");
    assertThat(Ran.with("canonicalize", file.toString()).out()).isEqualTo("[1]");
  }

  @Test
  void refusesWithReasonAndPosition() {
    Ran ran = Ran.reading("{\"a\":1,\n \"\\u0061\":2}", "canonicalize");
    assertThat(ran.exit()).isEqualTo(Exit.FAILED);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err().strip())
        .isEqualTo(
            "countersign: standard input:2:2: this name occurs twice in one object; readers differ"
                + " in which counts");
  }

  @Test
  void refusesWhatOnlyPlainRfc8785CannotWrite() {
    Ran ran = Ran.reading("{\"a\":[1e400]}", "canonicalize", "--profile", "jcs");
    assertThat(ran.exit()).isEqualTo(Exit.FAILED);
    assertThat(ran.err())
        .contains("standard input: at /a/0: a number beyond the range of binary64");
    assertThat(Ran.reading("[1e400]", "canonicalize").exit()).isEqualTo(Exit.CLEAN);
  }

  @Test
  void aFileThatCannotBeReadIsNotAFinding(@TempDir Path directory) {
    Ran missing = Ran.with("canonicalize", directory.resolve("none.json").toString());
    assertThat(missing.exit()).isEqualTo(Exit.CANNOT);
    assertThat(missing.err()).contains("there is no file", "none.json");
    assertThat(Ran.with("canonicalize", directory.toString()).exit()).isEqualTo(Exit.CANNOT);
  }

  @Test
  void anUnknownProfileIsUsage() {
    assertThat(Ran.reading("1", "canonicalize", "--profile", "other").exit()).isEqualTo(Exit.USAGE);
  }
}
