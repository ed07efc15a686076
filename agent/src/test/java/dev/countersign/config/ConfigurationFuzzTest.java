package dev.countersign.config;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * Whatever stands in the file: it is read, or refused with a place. Nothing else is ever thrown.
 */
class ConfigurationFuzzTest {

  private static final String GOOD =
      """
      bundle: refunds-bot
      version: 3
      mode: enforce
      frameworks: [langchain4j]
      unbound: { in_tool: refuse, elsewhere: { exec: allow, invoke: observe } }
      tools:
        - tool: "clone_*"
          times: 2
          exclude: [memory]
          effects:
            - exec: { argv: [git, clone, --depth=1, --, "${args.url}", "${args.dir|x}"], env: { set: { A: b } } }
              each: args.items
        - &t { tool: x, method: "com.acme.Refunds#create(long id, java.lang.String... rest)" }
      bind:
        - resolve: com.acme.Planner#plan(java.lang.String)
          exec: "${return.command}"
      ambient: [ { exec: { argv: [stty, "${match:s:[0-9]+}"] }, times: any } ]
      preview_ttl: 10m
      ledger: { dir: /var/lib/countersign }
      """;

  private static final String[] PIECES = {
    ":",
    "- ",
    "\"",
    "'",
    "{",
    "}",
    "[",
    "]",
    "&a ",
    "*a",
    "!!str ",
    "? ",
    "|\n",
    ">\n",
    "\n",
    "  ",
    "\t",
    "#",
    "%",
    "@",
    "${",
    "${any}",
    "${match:x:(",
    "---\n",
    "...\n",
    "~",
    "1e9",
    "0x",
    ".inf",
    "\u2028",
    "\ud83d",
    "<<",
    ",",
    "é",
    "\u0000"
  };

  /** Tries: {@code -Djqwik.tries.default=N}; the seed is fixed. */
  @Property(seed = "20261130")
  void oneOrMoreEditsOfAGoodFile(
      @ForAll @Size(min = 1, max = 6)
          java.util.List<@IntRange(min = 0, max = 1_000_000) Integer> edits) {
    StringBuilder text = new StringBuilder(GOOD);
    for (int edit : edits) {
      int at = edit % text.length();
      switch (edit % 3) {
        case 0 -> text.deleteCharAt(at);
        case 1 -> text.insert(at, PIECES[edit / 3 % PIECES.length]);
        default ->
            text.replace(
                at, Math.min(text.length(), at + 1 + edit % 7), PIECES[edit / 7 % PIECES.length]);
      }
    }
    read(text.toString().getBytes(StandardCharsets.UTF_8));
  }

  @Property(tries = 500, seed = "20261130")
  void oneByteOfAGoodFile(@ForAll @IntRange(min = 0, max = 10_000) int at, @ForAll byte value) {
    byte[] bytes = GOOD.getBytes(StandardCharsets.UTF_8);
    bytes[at % bytes.length] = value;
    read(bytes);
  }

  @Property(tries = 500, seed = "20261130")
  void anyBytes(@ForAll @Size(max = 200) byte[] bytes) {
    read(bytes);
  }

  @Property(tries = 500, seed = "20261130")
  void aFileThatIsCutAnywhere(@ForAll @IntRange(min = 0, max = 2000) int length) {
    byte[] bytes = GOOD.getBytes(StandardCharsets.UTF_8);
    read(java.util.Arrays.copyOf(bytes, Math.min(length, bytes.length)));
  }

  private static void read(byte[] bytes) {
    try {
      Configuration.parse("F", bytes);
    } catch (ConfigurationException e) {
      for (Problem problem : e.problems()) {
        String line = problem.toString();
        if (line.lines().count() != 1 || line.chars().anyMatch(Character::isISOControl)) {
          throw new AssertionError("not one safe line: " + line);
        }
      }
    }
  }
}
