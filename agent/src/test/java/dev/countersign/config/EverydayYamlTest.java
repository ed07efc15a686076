package dev.countersign.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the fast reader reads, the library reads as the same tree with the same places. */
class EverydayYamlTest {

  private static final String FILE =
      """
      a: b
      c:   # comment
        - tool: x y
          when: [1, "two", 'three', four five]

          more: { k: v, l: [a,b , c], m: {n: "o # p"} }
        # comment
        - plain # comment
        - [ u,
            v, # comment
            w ]
      d:
      - e: f
      - g
      h: { i: j,
        k: 1.5 }
      l:
          m: n:o
          p: ${q}
      """;

  @Test
  void theFileThatIsEditedBelowNeedsNoLibrary() {
    assertThat(EverydayYaml.read(FILE)).isNotNull();
  }

  @Test
  void theTenLinesOfTheSpecNeedNoLibrary() throws Exception {
    assertThat(EverydayYaml.read(BadConfigurationsTest.resource("ten-lines.yaml"))).isNotNull();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.countersign.config.BadConfigurationsTest#table")
  void agreesOnTheTableOfConfigurations(String name, String text, List<String> ignored) {
    agrees(text);
  }

  @Property(tries = 2000)
  void agreesOnAnythingThatLooksLikeYaml(@ForAll("pieces") String text) {
    agrees(text);
  }

  @Property(tries = 2000)
  void agreesOnEditsOfAnEverydayFile(@ForAll("edits") String text) {
    agrees(text);
  }

  private static void agrees(String text) {
    Tree fast = EverydayYaml.read(text);
    if (fast == null) {
      return;
    }
    try {
      assertThat(written(fast)).as(text).isEqualTo(written(YamlTree.read(text, new Problems("F"))));
    } catch (ConfigurationException e) {
      throw new AssertionError("read although it is refused: " + e.getMessage() + "\n" + text, e);
    }
  }

  private static String written(Tree tree) {
    StringBuilder out = new StringBuilder();
    write(tree, out);
    return out.toString();
  }

  private static void write(Tree tree, StringBuilder out) {
    out.append(tree.line).append(':').append(tree.column).append('/').append(tree.size).append(' ');
    if (tree.isList()) {
      out.append('[');
      tree.list().forEach(element -> write(element, out));
      out.append(']');
    } else if (tree.isMap()) {
      out.append('{');
      tree.map()
          .forEach(
              (key, member) -> {
                out.append(key)
                    .append('@')
                    .append(member.line())
                    .append(':')
                    .append(member.column())
                    .append('=');
                write(member.value(), out);
              });
      out.append('}');
    } else {
      String type = tree.value == null ? "null" : tree.value.getClass().getSimpleName();
      out.append(type).append('<').append(tree.value).append('|').append(tree.text).append('>');
    }
  }

  @Provide
  Arbitrary<String> pieces() {
    return Arbitraries.of(
            "a",
            "b",
            "key",
            "a: ",
            "b: ",
            "c:\n",
            "d:",
            "- ",
            "-",
            "\n",
            "\n",
            "\n  ",
            "\n  ",
            "\n    ",
            " ",
            "  ",
            "# c",
            " # c\n",
            "[",
            "]",
            "{",
            "}",
            ",",
            ", ",
            ": ",
            ":",
            "\"",
            "'",
            "\"q\"",
            "'s'",
            "x y",
            "1",
            "1.5",
            "0x1f",
            "true",
            "~",
            "null",
            "-1",
            "--",
            "${args.x}",
            "/p",
            "é",
            "!",
            "&",
            "*",
            "|",
            ">",
            "%",
            "@",
            "`",
            "?",
            "? ",
            "---",
            "...",
            "\\",
            "[x, y]",
            "{ k: v }",
            "k: v\n",
            "- x\n",
            "- k: v\n  l: w\n",
            "=",
            "1:30",
            "a:b",
            "#",
            "()",
            "^",
            "=x",
            "$")
        .list()
        .ofMinSize(1)
        .ofMaxSize(14)
        .map(pieces -> "r: " + String.join("", pieces));
  }

  @Provide
  Arbitrary<String> edits() {
    Arbitrary<String> inserted =
        Arbitraries.of(
            "", " ", "  ", "\n", ":", ": ", "-", "- ", "#", " #", ",", "[", "]", "{", "}", "\"",
            "'", "a", "1", "~", "?", "\\", "&a", "|");
    return Arbitraries.integers()
        .between(0, FILE.length() - 1)
        .tuple2()
        .flatMap(
            places ->
                inserted
                    .tuple2()
                    .flatMap(
                        pieces ->
                            Arbitraries.integers()
                                .between(0, 2)
                                .map(
                                    cut -> {
                                      StringBuilder text = new StringBuilder(FILE);
                                      int first = Math.max(places.get1(), places.get2());
                                      int second = Math.min(places.get1(), places.get2());
                                      text.replace(
                                          first,
                                          Math.min(text.length(), first + cut),
                                          pieces.get1());
                                      text.replace(
                                          second,
                                          Math.min(text.length(), second + cut / 2),
                                          pieces.get2());
                                      return text.toString();
                                    })));
  }
}
