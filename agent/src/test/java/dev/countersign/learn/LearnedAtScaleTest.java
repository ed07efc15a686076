package dev.countersign.learn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many effects of several tools, of which each call differs from the next. {@code
 * COUNTERSIGN_LEARNED} says how many; a million is the long run of agent/docs/learning.md.
 */
class LearnedAtScaleTest {

  private static final int EFFECTS =
      Integer.parseInt(System.getenv().getOrDefault("COUNTERSIGN_LEARNED", "20000"));

  @TempDir Path directory;

  private Path file() throws Exception {
    Path file = directory.resolve("many.learned");
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("{\"learned\":1,\"run\":\"r1\"}\n");
      for (int i = 0; i < EFFECTS; i++) {
        String tool = "tool_" + i % 40;
        String id = Integer.toHexString(i | 0x40000000).repeat(4);
        out.write("{\"call\":\"" + id + "\",\"tool\":\"" + tool + "\"}\n");
        String dir = "/srv/repositories/" + i + "/work";
        String url = "https://git.example/teams/" + i % 977 + "/repository-" + i + ".git";
        String args =
            "\"args\":{\"url\":\""
                + url
                + "\",\"dir\":\""
                + dir
                + "\",\"depth\":"
                + (1 + i % 7)
                + "}";
        String intent =
            i % 40 < 30
                ? "\"intent\":{\"argv\":[\"git\",\"clone\",\"--depth="
                    + (1 + i % 7)
                    + "\",\"--\",\""
                    + url
                    + "\",\""
                    + dir
                    + "\"],\"dir\":null,\"env\":{\"set\":{\"LANG\":\"C\"},\"unset\":[]},\"stdio\":{\"stdin\":\"pipe\",\"stdout\":\"pipe\",\"stderr\":\"pipe\",\"merge\":false}}"
                : "\"intent\":{\"method\":\"POST\",\"url\":\"https://api.example/v1/clones?depth="
                    + (1 + i % 7)
                    + "\",\"headers\":{\"content-type\":[\"application/json\"]},\"body\":{\"json\":{\"url\":\""
                    + url
                    + "\",\"depth\":"
                    + (1 + i % 7)
                    + "}}}";
        out.write(
            "{\"effect\":\""
                + (i % 40 < 30 ? "exec" : "send")
                + "\",\"call\":\""
                + id
                + "\","
                + args
                + ","
                + intent
                + ",\"code\":\"CS-UNBOUND\"}\n");
      }
    }
    return file;
  }

  @Test
  void isReadTwiceAndCoveredWhole() throws Exception {
    Path file = file();
    AtomicInteger rounds = new AtomicInteger();
    long began = System.nanoTime();
    Suggestions found =
        Suggestions.of(
            List.of(file), (round, effects) -> rounds.accumulateAndGet(round, Math::max));
    if (System.getenv("COUNTERSIGN_LEARNED") != null) {
      System.err.println(
          EFFECTS
              + " effects, "
              + (Files.size(file) >> 20)
              + " MiB, in "
              + (System.nanoTime() - began) / 1_000_000
              + " ms, heap at most "
              + (Runtime.getRuntime().maxMemory() >> 20)
              + " MiB");
    }

    assertThat(found.notes()).isEmpty();
    assertThat(rounds.get()).isLessThanOrEqualTo(2);
    assertThat(found.effects()).isEqualTo(EFFECTS);
    long covered = 0;
    for (Suggestions.Tool tool : found.tools()) {
      assertThat(tool.lines()).as(tool.name()).hasSize(1);
      assertThat(tool.lines().get(0).withheld()).isEmpty();
      covered += tool.lines().get(0).samples();
    }
    assertThat(covered).isEqualTo(EFFECTS);
  }

  /** The application may still run while its files are read several times. */
  @Test
  void whatIsAddedToAFileWhileItIsReadIsLeftToTheNextTime() throws Exception {
    Learned first = new Learned("r1");
    Learned second = new Learned("r2");
    for (int i = 0; i < 5000; i++) {
      // The last ones are of a kind that no earlier round has seen: more than two are needed.
      String what = i < 4990 ? "a" : "b";
      first.call("t", "{'q':'q" + i + "'}", Learned.exec("x", what, "q" + i));
      second.call("u", "{'q':'q" + i + "'}", Learned.exec("y", what, "q" + i));
    }
    List<Path> files = List.of(first.in(directory), second.in(directory));
    AtomicInteger added = new AtomicInteger();
    Suggestions found =
        Suggestions.of(
            files,
            (round, effects) -> {
              if (round > 1 && added.get() < 3) {
                String id = "late" + added.incrementAndGet();
                append(
                    files.get(0),
                    "{\"call\":\""
                        + id
                        + "\",\"tool\":\"t\"}\n{\"effect\":\"exec\",\"call\":\""
                        + id
                        + "\",\"args\":{},\"intent\":{\"argv\":[\"x\",\"z\"],\"dir\":null,"
                        + "\"env\":{\"set\":{},\"unset\":[]},\"stdio\":{\"stdin\":\"pipe\","
                        + "\"stdout\":\"pipe\",\"stderr\":\"pipe\",\"merge\":false}}}\n");
              }
            });

    assertThat(added.get()).isPositive();
    assertThat(found.notes()).isEmpty();
    assertThat(found.effects()).isEqualTo(10_000);
    for (Suggestions.Tool tool : found.tools()) {
      assertThat(tool.lines())
          .as(tool.name())
          .extracting(Suggestion::samples)
          .containsExactly(4990L, 10L);
    }
  }

  /** A line is read again for its call's arguments when its own effect was counted long ago. */
  @Test
  void whatIsReadAgainForItsArgumentsOnlyIsCountedOnce() throws Exception {
    Learned application = new Learned("r1");
    for (int i = 0; i < 5000; i++) {
      application.call(
          "t",
          "{'q':'q" + i + "'}",
          Learned.exec("x", "a", "q" + i),
          Learned.exec("y", i < 4990 ? "a" : "b", "q" + i));
    }
    AtomicInteger rounds = new AtomicInteger();
    Suggestions found =
        Suggestions.of(
            List.of(application.in(directory)),
            (round, effects) -> rounds.accumulateAndGet(round, Math::max));

    assertThat(rounds.get()).isGreaterThan(2);
    assertThat(found.tools().get(0).lines())
        .extracting(Suggestion::samples)
        .containsExactly(5000L, 4990L, 10L);
  }

  private static void append(Path file, String text) {
    try {
      Files.writeString(file, text, StandardOpenOption.APPEND);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
