package dev.countersign.cli;

import static dev.countersign.learn.Learned.exec;
import static dev.countersign.learn.Learned.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Json;
import dev.countersign.config.Configuration;
import dev.countersign.learn.Learned;
import dev.countersign.verify.SchemaCheck;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestCommandTest {

  @TempDir Path directory;

  private Path learned() throws Exception {
    Learned run = new Learned("r1");
    for (int i = 0; i < 3; i++) {
      run.call(
          "clone: it", "{'u':'u" + i + "'}", exec("git", "clone", "--", "u" + i), exec("sync\n"));
      run.call("ask", "{'q':'q" + i + "'}", send("GET", "https://h/?q=q" + i, null));
    }
    return run.call("rm", "{'p':'x'}", exec("rm", "x")).call("idle", "{}").in(directory);
  }

  @Test
  void whatItPrintsIsAConfigurationThatCanBeUsed() throws Exception {
    Ran ran = Ran.with("suggest", learned().toString(), "--explain");
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.err()).isEmpty();
    Configuration read = Configuration.parse("out", ran.out().getBytes(StandardCharsets.UTF_8));
    assertThat(read.tools())
        .extracting(tool -> tool.tool().text())
        .containsExactly("clone: it", "ask");
    assertThat(read.tools().get(0).effects()).hasSize(2);
    assertThat(read.bundle()).isEqualTo("learned-app");
    assertThat(read.mode().text()).isEqualTo("observe");
    assertThat(ran.out())
        .contains("      # 3 samples of 3 calls in 1 run\n")
        .contains("#   argv[3] ${args.u}: equal in all samples, 3 different values")
        .contains("# not used: a single sample")
        .contains("# - exec: { argv: [rm, x] }")
        .contains("# without unbound effects, and so without an entry: idle (1 call)")
        .contains("# all of it rests on one run, and a poisoned one would look the same");
  }

  @Test
  void aNameThatWouldBeAPatternGetsNoEntry() throws Exception {
    Learned run = new Learned("r1");
    for (int i = 0; i < 3; i++) {
      run.call("report_*", "{'u':'u" + i + "'}", exec("git", "u" + i));
    }
    Ran ran = Ran.with("suggest", run.in(directory).toString());
    assertThat(ran.exit()).isZero();
    assertThat(Configuration.parse("out", ran.out().getBytes(StandardCharsets.UTF_8)).tools())
        .isEmpty();
    assertThat(ran.out()).contains("# not used: the tool's name would be a pattern for others");
  }

  @Test
  void directoriesAreTheirFiles() throws Exception {
    learned();
    assertThat(Ran.with("suggest", directory.toString()).exit()).isZero();
    Ran none = Ran.with("suggest", Files.createDirectory(directory.resolve("no")).toString());
    assertThat(none.exit()).isEqualTo(Exit.CANNOT);
    assertThat(none.err()).contains("ledger: { learn: true }");
  }

  @Test
  void addsToAConfigurationAndKeepsIt() throws Exception {
    String text =
        "# ours\nbundle: b # b\nversion: 1\nmode: enforce\ntools:\n  # mine\n  - tool: ask\n\nledger: { dir: d }\n";
    Path file = Files.writeString(directory.resolve("c.yaml"), text);
    Ran ran =
        Ran.with("suggest", learned().toString(), "--into", file.toString(), "-o", file.toString());
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out()).isEmpty();
    String after = Files.readString(file);
    assertThat(after)
        .startsWith(
            "# ours\nbundle: b # b\nversion: 1\nmode: enforce\ntools:\n  # mine\n  - tool: ask\n    effects:\n")
        .endsWith("\nledger: { dir: d }\n");
    assertThat(Configuration.parse("c", after.getBytes(StandardCharsets.UTF_8)).tools()).hasSize(2);
    assertThat(ran.err()).contains("give the file a higher version");
  }

  @Test
  void aLinkStaysOneAndTheFileKeepsItsMode() throws Exception {
    Path kept = Files.createDirectory(directory.resolve("kept"));
    Path file =
        Files.writeString(
            kept.resolve("c.yaml"),
            "bundle: b\nversion: 1\nmode: observe\nledger: { dir: d }\ntools:\n  - tool: ask\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    Path link = Files.createSymbolicLink(directory.resolve("c.yaml"), file);
    Ran ran =
        Ran.with("suggest", learned().toString(), "--into", link.toString(), "-o", link.toString());
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(link).isSymbolicLink();
    assertThat(file).isRegularFile().content().contains("effects:");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-r-----");
    assertThat(kept).isDirectoryNotContaining("glob:**.suggested");
  }

  /** Whoever replaces somebody else's file leaves it theirs: they would not be able to read it. */
  @Test
  void aFileOfSomebodyElseStaysTheirs() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("c.yaml"),
            "bundle: b\nversion: 1\nmode: observe\nledger: { dir: d }\n");
    UserPrincipal other =
        directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("1234");
    try {
      Files.setOwner(file, other);
    } catch (FileSystemException notRoot) {
      Assumptions.abort("only root can give a file away");
    }
    Ran ran =
        Ran.with("suggest", learned().toString(), "--into", file.toString(), "-o", file.toString());
    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(Files.getOwner(file)).isEqualTo(other);
    assertThat(file).content().contains("effects:");
  }

  /** A name that YAML would read as something else, and one that it cannot hold as it is. */
  @Test
  void whateverAnArgumentIsCalledItsListIsNamed() throws Exception {
    for (String name : List.of("files:", "#files", "\ufffe", "&a", "'f'")) {
      Learned run = new Learned("r1");
      for (int i = 0; i < 3; i++) {
        String args = JsonText.quoted(name).replace("'", "\\u0027");
        run.call(
            "render",
            "{" + args + ":['a" + i + "','b" + i + "']}",
            exec("show", "a" + i, "x"),
            exec("show", "b" + i, "x"));
      }
      Ran ran = Ran.with("suggest", run.in(directory).toString());
      assertThat(ran.exit()).as(name + ran.err()).isZero();
      assertThat(Configuration.parse("out", ran.out().getBytes(StandardCharsets.UTF_8)).tools())
          .as(ran.out())
          .hasSize(1);
    }
  }

  @Test
  void whatCannotBePlacedIsSaidAndTheExitCodeTells() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("c.yaml"),
            "bundle: b\nversion: 1\nmode: enforce\ntools: [ { tool: ask } ]\nledger: { dir: d }\n");
    Ran ran = Ran.with("suggest", learned().toString(), "--into", file.toString());
    assertThat(ran.exit()).isEqualTo(Exit.INCOMPLETE);
    assertThat(ran.out()).isEqualTo(Files.readString(file));
    assertThat(ran.err()).contains("to be added by hand", "- send: { method: GET");
  }

  @Test
  void itsJsonIsOfItsSchema() throws Exception {
    Ran ran = Ran.with("suggest", learned().toString(), "--format", "json");
    assertThat(ran.exit()).isZero();
    Object json = Json.parse(ran.out());
    assertThat(SchemaCheck.of("suggest.schema.json").fault(json)).isNull();
    Map<?, ?> first = (Map<?, ?>) ((List<?>) ((Map<?, ?>) json).get("tools")).get(0);
    assertThat(first.get("tool")).isEqualTo("clone: it");
    assertThat(Ran.with("suggest", "--schema").out()).contains("countersign suggest --format json");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"learned\":2,\"run\":\"r\"}|:1: written by another version of the agent",
        "{\"v\":2}|:1: not a file of ledger.learn",
        "nonsense|:1: not a file of ledger.learn",
        "''|:1: not a file of ledger.learn",
        "{\"learned\":1}|:1: \"run\" is missing",
      })
  void aFirstLineThatIsNoneIsNamed(String line, String message) throws Exception {
    Path file = Files.writeString(directory.resolve("x.learned"), line + "\n");
    Ran ran = Ran.with("suggest", file.toString());
    assertThat(ran.exit()).isEqualTo(Exit.FAILED);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).startsWith("countersign: " + file + message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"call\":\"c\",\"tool\":|not one JSON value",
        "[1]|expected an object",
        "{\"x\":1}|expected a line with one of",
        "{\"call\":7,\"tool\":\"t\"}|\"call\": expected a text",
        "{\"call\":\"c\",\"tool\":\"t\",\"extra\":1}|unknown member",
        "{\"effect\":\"run\",\"call\":null,\"intent\":{}}|expected exec or send",
        "{\"effect\":\"exec\",\"call\":null,\"intent\":{\"argv\":[]}}|expected argv",
        "{\"effect\":\"exec\",\"call\":null,\"intent\":{\"argv\":[\"x\"],\"env\":1}}|expected env",
        "{\"effect\":\"exec\",\"call\":null,\"args\":[],\"intent\":{}}|\"args\": expected an object",
        "{\"effect\":\"send\",\"call\":null,\"intent\":{\"method\":\"GET\",\"url\":\"h\",\"headers\":{}}}|not absolute",
        "{\"effect\":\"send\",\"call\":null,\"intent\":{\"method\":\"GET\",\"url\":\"http://h/\",\"headers\":[]}}|expected headers",
      })
  void aLineThatWasEditedIsNamed(String line, String message) throws Exception {
    Path file = new Learned("r1").call("t", "{}").line(line).in(directory);
    Ran ran = Ran.with("suggest", file.toString());
    assertThat(ran.exit()).isEqualTo(Exit.FAILED);
    assertThat(ran.err()).startsWith("countersign: " + file + ":3: ").contains(message);
  }

  @Test
  void aLineThatIsCutOffIsLeftOutAndSaid() throws Exception {
    Path file = learned();
    String whole = Files.readString(file);
    Files.writeString(file, whole.substring(0, whole.length() - 20));
    Ran ran = Ran.with("suggest", file.toString());
    assertThat(ran.exit()).isZero();
    assertThat(ran.out()).contains(":" + whole.lines().count() + ": the line is cut off");
  }

  @Test
  void aFileThatIsNotThereIsSaid() {
    Ran ran = Ran.with("suggest", directory.resolve("no").toString());
    assertThat(ran.exit()).isEqualTo(Exit.CANNOT);
    assertThat(ran.err()).contains("there is no such file");
    assertThat(Ran.with("suggest").exit()).isEqualTo(Exit.USAGE);
  }
}
