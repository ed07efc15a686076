package dev.countersign.it.http;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.http.CountingMain;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A request that the policy leaves alone is counted once, however many methods of its client it
 * passes: where any is left alone, and where it depends on the host.
 */
class CountedOnceIT {

  private static final String NOBODY =
      """
      bundle: count
      version: 1
      mode: enforce
      frameworks: none
      tools:
        - tool: look
          method: "com.example.acts.http.LoadDesk#look(java.lang.String)"
      """;

  private static final String A_SERVER =
      NOBODY + "    effects:\n      - send: { method: GET, url: \"http://named.test/\" }\n";

  private static final List<String> CLIENTS =
      List.of("jdk", "url", "okhttp", "apache", "apache-async", "netty", "jetty");

  static Stream<Arguments> named() {
    return Stream.of(NOBODY, A_SERVER)
        .flatMap(
            policy ->
                Jdks.of(policy, List.of(NOBODY, A_SERVER)).map(jdk -> Arguments.of(jdk, policy)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("named")
  void byEachClient(Jdk jdk, String policy) {
    AgentRun.Builder application = AgentRun.on(jdk).configured(policy);
    for (Path jar : NewestClients.classPath(Path.of("").toAbsolutePath())) {
      application.classPath(jar);
    }
    AgentRun run = application.main(CountingMain.class, CLIENTS.toArray(String[]::new));

    assertThat(run).succeeded();
    assertThat(run.stdout().lines())
        .containsExactlyElementsOf(CLIENTS.stream().map(client -> client + " 3").toList());
  }
}
