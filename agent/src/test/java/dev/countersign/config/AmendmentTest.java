package dev.countersign.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Entries that are added to a file leave everything in it as its author wrote it. */
class AmendmentTest {

  private static final String HEAD = "bundle: b\nversion: 1\nmode: observe\nledger: { dir: d }\n";

  private static final Amendment.Addition GIT =
      new Amendment.Addition(
          "git",
          List.of(),
          List.of("# 3 samples", "- exec: { argv: [git, \"${args.x}\"] }", "  times: 2"),
          true);

  private static final Amendment.Addition WITHHELD =
      new Amendment.Addition(
          "rm",
          List.of(),
          List.of("# not used: a single sample", "# - exec: { argv: [rm] }"),
          false);

  private static Amendment.Amended amended(String text, Amendment.Addition... additions)
      throws Exception {
    Amendment.Amended amended =
        Amendment.to(
            "F", text.getBytes(StandardCharsets.UTF_8), List.of(additions), List.of(), false);
    assertKept(text, amended.text());
    return amended;
  }

  /** Every line of the one stands in the other, in the same order. */
  private static void assertKept(String before, String after) {
    List<String> lines = new ArrayList<>(after.lines().toList());
    int at = 0;
    for (String line : before.lines().toList()) {
      int found = lines.subList(at, lines.size()).indexOf(line);
      assertThat(found).as("%s%nin%n%s", line, after).isNotNegative();
      at += found + 1;
    }
  }

  private static Configuration read(Amendment.Amended amended) throws Exception {
    return Configuration.parse("F", amended.text().getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aListOfItsOwnWhereThereIsNone() throws Exception {
    assertThat(amended(HEAD + "# the end\n", GIT, WITHHELD).text())
        .isEqualTo(
            HEAD
                + "tools:\n"
                + "  - tool: git\n"
                + "    effects:\n"
                + "      # 3 samples\n"
                + "      - exec: { argv: [git, \"${args.x}\"] }\n"
                + "        times: 2\n"
                + "  # - tool: rm\n"
                + "  #   effects:\n"
                + "  #     # not used: a single sample\n"
                + "  #     # - exec: { argv: [rm] }\n"
                + "# the end\n");
  }

  @Test
  void nothingToUseIsAllComments() throws Exception {
    Amendment.Amended amended = amended(HEAD, WITHHELD);
    assertThat(amended.text().substring(HEAD.length()).lines())
        .allSatisfy(line -> assertThat(line).startsWith("#"));
    assertThat(read(amended).tools()).isEmpty();
  }

  @Test
  void behindTheLastEffectOfItsEntry() throws Exception {
    String text =
        HEAD
            + "tools:   # what they may do\n"
            + "- tool: git   # indented not at all\n"
            + "  effects:\n"
            + "  # the first\n"
            + "  - exec:\n"
            + "      argv:\n"
            + "        - git\n"
            + "        - >-\n"
            + "          folded\n"
            + "          text\n"
            + "\n"
            + "  # about what follows\n"
            + "  times: 3\n"
            + "- tool: other\n";
    Amendment.Amended amended = amended(text, GIT);
    assertThat(amended.text())
        .contains(
            "          text\n"
                + "\n"
                + "  # 3 samples\n"
                + "  - exec: { argv: [git, \"${args.x}\"] }\n"
                + "    times: 2\n"
                + "  # about what follows\n");
    assertThat(read(amended).tools().get(0).effects()).hasSize(2);
    assertThat(read(amended).tools().get(0).times().count()).isEqualTo(3);
  }

  @Test
  void anEntryWithoutEffectsGetsSome() throws Exception {
    Amendment.Amended amended =
        amended(
            HEAD + "tools:\n    - tool: git\n      times: any\n    # behind\n    - tool: x\n", GIT);
    assertThat(amended.text())
        .contains("      times: any\n      effects:\n        # 3 samples\n        - exec:")
        .contains("          times: 2\n    # behind\n");
    assertThat(read(amended).tools().get(0).effects()).hasSize(1);
  }

  @Test
  void whatIsWithheldIsACommentInItsEntry() throws Exception {
    Amendment.Amended amended = amended(HEAD + "tools:\n  - tool: rm\n", WITHHELD);
    assertThat(amended.text()).contains("    # effects:\n    #   # not used");
    assertThat(read(amended).tools().get(0).effects()).isEmpty();
  }

  @Test
  void timesAreAddedWhereNoneAreSaid() throws Exception {
    Amendment.Addition times = new Amendment.Addition("git", List.of("times: 4"), List.of(), false);
    assertThat(
            read(amended(HEAD + "tools:\n  - tool: git\n", times)).tools().get(0).times().count())
        .isEqualTo(4);
    Amendment.Amended said = amended(HEAD + "tools:\n  - tool: git\n    times: 2\n", times);
    assertThat(said.text()).isEqualTo(HEAD + "tools:\n  - tool: git\n    times: 2\n");
    assertThat(said.unplaced()).singleElement().asString().contains("F:6 ", "another times");
  }

  @Test
  void aToolThatAPatternMatchesFirstGetsAnEntryBeforeIt() throws Exception {
    Amendment.Amended amended =
        amended(HEAD + "tools:\n  - tool: a\n\n  # the rest\n  - tool: \"*\"\n", GIT);
    assertThat(amended.text()).contains("  - tool: a\n  - tool: git\n    effects:");
    assertThat(read(amended).firstFor("git").effects()).hasSize(1);
    assertThat(read(amended).firstFor("other").effects()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tools: [ { tool: git } ]\n",
        "tools:\n  - { tool: git }\n",
        "tools:\n  - tool: git\n    effects: [ { exec: { argv: [x] } } ]\n",
        "tools:\n  - &a\n    tool: git\n  - *a\n",
        "tools: &t\n  - tool: git\n",
        "tools:\n  - &a\n    tool: git\n",
        "tools:\n  - tool: git\n    effects: &e\n      - exec: { argv: [x] }\n",
        "tools:\n  - tool: \"g*\"\n    times: 2\n",
        "tools:\n  - tool: \"g*\"\n    effects:\n      - exec: { argv: [x] }\n",
      })
  void whatCannotBeAddedToIsLeftAloneAndSaid(String tools) throws Exception {
    Amendment.Amended amended = amended(HEAD + tools, GIT);
    assertThat(amended.text()).isEqualTo(HEAD + tools);
    assertThat(amended.unplaced().get(0)).startsWith("F:").contains("to be added by hand:");
    assertThat(String.join("\n", amended.unplaced())).contains("- exec: { argv: [git");
  }

  @Test
  void commentsBehindAnEntryStayWithIt() throws Exception {
    Amendment.Amended amended =
        amended(
            HEAD
                + "tools:\n"
                + "  - tool: git\n"
                + "    effects:\n"
                + "      - exec: { argv: [x] }   # one\n"
                + "      # about one\n"
                + "\n"
                + "        # more about it\n"
                + "    # about the entry\n"
                + "  # about b\n"
                + "  - tool: b\n"
                + "# of the file\n",
            GIT);
    assertThat(amended.text())
        .contains(
            "        # more about it\n"
                + "      # 3 samples\n"
                + "      - exec: { argv: [git, \"${args.x}\"] }\n"
                + "        times: 2\n"
                + "    # about the entry\n"
                + "  # about b\n"
                + "  - tool: b\n");
  }

  @Test
  void carriageReturnsAloneAreLineEndsToo() throws Exception {
    String text = (HEAD + "tools:\n  - tool: git\n").replace("\n", "\r");
    Amendment.Amended amended = amended(text, GIT);
    assertThat(amended.text()).startsWith(text + "    effects:\r").doesNotContain("\n");
    assertThat(read(amended).tools().get(0).effects()).hasSize(1);
  }

  @Test
  void lineEndsOfTheFileAreKept() throws Exception {
    String text = (HEAD + "tools:\n  - tool: git").replace("\n", "\r\n");
    Amendment.Amended amended =
        Amendment.to("F", text.getBytes(StandardCharsets.UTF_8), List.of(GIT), List.of(), false);
    assertThat(amended.text()).startsWith(text + "\r\n    effects:\r\n");
    assertThat(amended.text().replace("\r\n", "")).doesNotContain("\n");
  }

  @Test
  void ambientEffectsJoinThoseThatThereAre() throws Exception {
    String text =
        HEAD + "ambient:\n  - exec: { argv: [stty] }  # asks\n    times: any\nactor: { role: x }\n";
    Amendment.Amended amended =
        Amendment.to(
            "F",
            text.getBytes(StandardCharsets.UTF_8),
            List.of(),
            List.of("- exec: { argv: [git, version] }"),
            true);
    assertKept(text, amended.text());
    assertThat(amended.text())
        .contains("    times: any\n  - exec: { argv: [git, version] }\nactor");
    assertThat(read(amended).ambient()).hasSize(2);
  }

  @Test
  void namesThatYamlWouldReadOtherwiseAreQuoted() throws Exception {
    for (String name : List.of("true", "a: b", "x#y", "\"q\\", "- x", "null")) {
      Amendment.Amended amended =
          amended(HEAD, new Amendment.Addition(name, List.of("times: 2"), List.of(), false));
      assertThat(read(amended).tools().get(0).tool().text()).isEqualTo(name);
    }
  }

  @Test
  void aFileThatCannotBeUsedIsNotAddedTo() {
    assertThatThrownBy(() -> amended("bundle: b\n", GIT))
        .isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(
            () ->
                amended(
                    HEAD,
                    new Amendment.Addition(
                        "git", List.of(), List.of("- exec: { argv: [] }"), true)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("with what was added");
  }
}
