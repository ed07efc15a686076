package dev.countersign.it;

import static dev.countersign.it.AgentRunAssert.assertThat;

import com.example.acts.HelloActs;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.assertj.core.api.Assertions;

class HelloIT {

  private static final Pattern OURS = Pattern.compile("dev\\.countersign\\.[\\w.$]+");

  private static final Pattern HOOK =
      Pattern.compile(
          "dev\\.countersign\\.(framework|sink\\.http\\.(apache|apacheasync|jetty|netty|okhttp))"
              + "\\..*(Hook|Sink|Gate|Resolutions|Commits|Callbacks|Sendings|Exchanges|Attempts)"
              + "(\\$.*)?");

  private static final String NOTHING_DECLARED =
      """
      bundle: hello
      version: 1
      mode: enforce
      """;

  @OnEachJdk
  void anApplicationWithoutEffectsRunsAsItDidBefore(Jdk jdk) {
    AgentRun run = AgentRun.on(jdk).configured(NOTHING_DECLARED).main(HelloActs.class, "hello");

    assertThat(run).succeeded().printed("hello").sameAsWithoutAgent().deniedNothing().booksVerify();
  }

  @OnEachJdk
  void anExceptionLeavesAsItDidBefore(Jdk jdk) {
    AgentRun run = AgentRun.on(jdk).configured(NOTHING_DECLARED).main(HelloActs.class, "fails");

    assertThat(run).exitedWith(1).sameAsWithoutAgent().booksVerify();
  }

  /**
   * Hooks are made when a method of their library is entered; what a start loads of a library are
   * the names of its methods. The list by which classes are loaded ahead and packed is of these
   * days; some are on none, for who looks at a JVM comes by the time.
   */
  @OnEachJdk
  void aStartLoadsNoHookOfALibraryThatIsNotThere(Jdk jdk) throws IOException {
    AgentRun run =
        AgentRun.on(jdk)
            .configured(NOTHING_DECLARED)
            .jvm("-Xlog:class+load:file=loaded.txt")
            .main(HelloActs.class, "hello");

    assertThat(run).succeeded().printed("hello");
    List<String> loaded = new ArrayList<>();
    for (String line : Files.readAllLines(run.work().resolve("loaded.txt"))) {
      Matcher name = OURS.matcher(line);
      if (name.find()) {
        loaded.add(name.group());
      }
    }
    Assertions.assertThat(loaded)
        .contains("dev.countersign.agent.Startup", "dev.countersign.framework.mcp.Mcp")
        .noneMatch(name -> HOOK.matcher(name).matches());
    List<String> packed = packed();
    long listed = loaded.stream().filter(packed::contains).count();
    Assertions.assertThat(4 * listed)
        .describedAs(
            "%d of %d loaded classes are in start.txt, see Ahead: write it anew",
            listed, loaded.size())
        .isGreaterThan(3L * loaded.size());
  }

  private static List<String> packed() throws IOException {
    List<String> names = new ArrayList<>();
    try (JarFile jar = new JarFile(AgentRun.agentJar().toFile());
        ZipInputStream in =
            new ZipInputStream(jar.getInputStream(jar.getEntry("countersign/start.zip")))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        names.add(entry.getName());
      }
    }
    return names;
  }
}
