package dev.countersign.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Json;
import dev.countersign.pin.Definition;
import dev.countersign.pin.PinStore;
import dev.countersign.pin.PinnedTool;
import dev.countersign.pin.ToolPins;
import dev.countersign.verify.SchemaCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code pins list}, {@code diff} and {@code accept}. */
class PinsCommandTest {

  private static final String METHOD = "acme.Tools#pay(long)";

  @TempDir private Path directory;

  @Test
  void whatIsPinnedIsListedAndNothingWaits() throws Exception {
    use("pay", "Pays");
    Ran list = pins("list");
    assertThat(list.exit()).as(list.err()).isZero();
    assertThat(list.out())
        .contains("pay  " + METHOD, "  pinned   " + digest("pay", "Pays"), "first-use")
        .contains("1 tool, 0 waiting");
    Ran diff = pins("diff");
    assertThat(diff.exit()).isZero();
    assertThat(diff.out()).contains("no definition waits");
    Ran accept = pins("accept", "--all");
    assertThat(accept.exit()).isEqualTo(Exit.FAILED);
    assertThat(accept.err()).contains("no such definition waits");
  }

  @Test
  void whatChangedIsShownPlaceByPlaceAndAccepted() throws Exception {
    use("pay", "Pays");
    use("pay", "Pays, and tells", "amount", "bcc");
    String other = digest("pay", "Pays, and tells", "amount", "bcc");

    Ran list = pins("list");
    assertThat(list.exit()).isEqualTo(Exit.FAILED);
    assertThat(list.out()).contains("  waiting  " + other).contains("1 tool, 1 waiting");
    Ran diff = pins("diff");
    assertThat(diff.exit()).isEqualTo(Exit.FAILED);
    assertThat(diff.out())
        .contains("  /description\n    - \"Pays\"\n    + \"Pays, and tells\"")
        .contains("  /parameters\n    - null\n    + { \"properties\"");

    Ran accept = pins("accept", "pay");
    assertThat(accept.exit()).as(accept.err()).isZero();
    assertThat(accept.out()).isEqualTo("accepted: pay " + other + "\n");
    assertThat(pins("list").exit()).isZero();
    PinnedTool tool = store().read().get(0);
    assertThat(tool.pinned()).hasSize(1);
    assertThat(tool.pinned().get(0).by()).isEqualTo(System.getProperty("user.name"));
    assertThat(tool.allows(digest("pay", "Pays"))).isFalse();
  }

  @Test
  void acceptedBesideAnotherBothStay() throws Exception {
    use("pay", "Pays");
    use("pay", "Pays otherwise");
    assertThat(pins("accept", "pay", "--beside").exit()).isZero();
    PinnedTool tool = store().read().get(0);
    assertThat(tool.allows(digest("pay", "Pays"))).isTrue();
    assertThat(tool.allows(digest("pay", "Pays otherwise"))).isTrue();
  }

  /** What somebody read is what he accepts, whatever came after it. */
  @Test
  void whereSeveralWaitTheDigestSaysWhich() throws Exception {
    use("pay", "Pays");
    use("pay", "Pays one");
    use("pay", "Pays two");
    Ran several = pins("accept", "pay");
    assertThat(several.exit()).isEqualTo(Exit.USAGE);
    assertThat(several.err()).contains("--digest", "Nothing was accepted");
    assertThat(pins("accept", "--all").exit()).isEqualTo(Exit.USAGE);
    assertThat(store().read().get(0).waiting()).hasSize(2);

    String one = digest("pay", "Pays one");
    assertThat(pins("accept", "pay", "--digest", one.substring(0, 12)).exit()).isZero();
    assertThat(store().read().get(0).allows(one)).isTrue();
    assertThat(store().read().get(0).waiting()).hasSize(1);
    assertThat(pins("accept", "pay", "--digest", "no").exit()).isEqualTo(Exit.FAILED);
  }

  /** Of a long text the place is shown; what nobody sees, and what is a line, is escaped. */
  @Test
  void aLongTextIsShownWhereItDiffersAndNothingCanPassForALine() throws Exception {
    String text = "a".repeat(200) + " MARK " + "b".repeat(200);
    use("pay\nok", text);
    use("pay\nok", text.replace("MARK", "M\u202eARK\u200b"));
    String diff = pins("diff").out();
    assertThat(diff).contains("\"pay\\nok\"").contains("M\\u202eARK\\u200b");
    assertThat(diff.lines()).allMatch(line -> line.length() < 300);
    assertThat(pins("list").out()).contains("\"pay\\nok\"").doesNotContain("pay\nok");
  }

  @Test
  void programsGetJsonThatFitsItsSchema() throws Exception {
    use("pay", "Pays");
    use("pay", "Pays more", "amount");
    for (String command : List.of("list", "diff", "accept")) {
      Ran ran =
          command.equals("accept")
              ? pins(command, "pay", "--format", "json")
              : pins(command, "--format", "json");
      Map<?, ?> json = (Map<?, ?>) Json.parse(ran.out());
      assertThat(SchemaCheck.of("pins-" + command + ".schema.json").fault(json))
          .as(ran.out())
          .isNull();
    }
  }

  @Test
  void theDirectoryMayBeNamedByAConfiguration() throws Exception {
    use("pay", "Pays");
    Path file =
        Files.writeString(
            directory.resolve("c.yaml"),
            "bundle: b\nversion: 1\nmode: enforce\nledger: { dir: d }\nstate: { dir: \""
                + directory.resolve("state")
                + "\" }\n");
    Ran list = Ran.with("pins", "list", "--config", file.toString());
    assertThat(list.exit()).as(list.err()).isZero();
    assertThat(list.out()).contains("1 tool");
  }

  @Test
  void whatCannotBeReadIsSaid() throws Exception {
    assertThat(pins("list").exit()).isEqualTo(Exit.CANNOT);
    use("pay", "Pays");
    Files.writeString(directory.resolve("state/pins.json"), "{");
    for (String command : List.of("list", "diff")) {
      Ran ran = pins(command);
      assertThat(ran.exit()).isEqualTo(Exit.CANNOT);
      assertThat(ran.err()).contains("was cut or changed").contains("Restore it");
    }
    assertThat(pins("accept", "--all").exit()).isEqualTo(Exit.CANNOT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"list", "diff", "accept"})
  void saysWhatItTakes(String command) {
    assertThat(Ran.with("pins", command).exit()).isEqualTo(Exit.USAGE);
    assertThat(Ran.with("pins", command, "--help").exit()).isZero();
    assertThat(Ran.with("pins", command, "--schema").out()).contains("2020-12");
  }

  @Test
  void nothingToDoIsAUsageError() {
    assertThat(Ran.with("pins").exit()).isEqualTo(Exit.USAGE);
    assertThat(Ran.with("pins").err()).contains("list, diff or accept");
  }

  private Ran pins(String command, String... more) {
    String[] all = new String[more.length + 4];
    all[0] = "pins";
    all[1] = command;
    all[2] = "--state";
    all[3] = directory.resolve("state").toString();
    System.arraycopy(more, 0, all, 4, more.length);
    return Ran.with(all);
  }

  private PinStore store() {
    return PinStore.in(directory.resolve("state"));
  }

  /** A call of a tool, as a JVM with the agent has it. */
  private void use(String tool, String description, String... parameters) throws IOException {
    Map<String, Object> definition = definition(tool, description, parameters);
    new ToolPins(directory.resolve("state").toString(), () -> true)
        .check(tool, METHOD, Definition.digest(definition), () -> definition);
  }

  private static String digest(String tool, String description, String... parameters) {
    return Definition.digest(definition(tool, description, parameters));
  }

  private static Map<String, Object> definition(
      String tool, String description, String... parameters) {
    Map<String, Object> properties = new java.util.TreeMap<>();
    for (String parameter : parameters) {
      properties.put(parameter, Map.of("type", "string"));
    }
    return Definition.of(
        tool, description, parameters.length == 0 ? null : Map.of("properties", properties));
  }
}
