package dev.countersign.it.langchain4j;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.langchain4j.OlderLineActs;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;
import java.nio.file.Path;

/**
 * Lines of the library that lack a method of the hooks: refused, never run unbound. The build puts
 * their jars into {@code target/older-langchain4j}.
 */
class OlderLinesIT {

  /** Has the service's and the executor's methods, but another builder of arguments. */
  @OnEachJdk
  void toolsOfTheLine111AreRefused(Jdk jdk) {
    assertRefused(jdk, "1.11.0");
  }

  /** Has none of them. */
  @OnEachJdk
  void toolsOfTheLine10AreRefused(Jdk jdk) {
    assertRefused(jdk, "1.0.0");
  }

  private static void assertRefused(Jdk jdk, String version) {
    for (String act :
        new String[] {
          "service", "executorOfAMethod", "executorOfTwoMethods", "executorOfARequest"
        }) {
      AgentRun run =
          AgentRun.on(jdk)
              .libraries("jackson", "jspecify", "slf4j-api", "opennlp")
              .classPath(jar("langchain4j", version))
              .classPath(jar("langchain4j-core", version))
              .with("langchain4j.yaml")
              .main(OlderLineActs.class, act);

      assertThat(run).booksVerify();
      assertThat(run.stdout()).as(act + run.stderr()).doesNotContain("PAID");
      assertThat(run.stdout() + run.applicationErrorLines())
          .as(act + run.stderr())
          .contains("[CS-INTERNAL] Refused");
      assertThat(run.agentLines())
          .as(act + run.stderr())
          .anyMatch(line -> line.contains("LangChain4j " + version + " has no "));
    }
  }

  private static Path jar(String artifact, String version) {
    return Path.of("target", "older-langchain4j", artifact + "-" + version + ".jar")
        .toAbsolutePath();
  }
}
