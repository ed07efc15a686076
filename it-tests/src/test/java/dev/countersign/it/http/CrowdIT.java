package dev.countersign.it.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.http.CrowdActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * 64 bodies of {@code max_body} at the same time, 48 MiB in all, in a JVM with a heap of 48 MiB:
 * they go through, or are refused for that reason, and it never runs out of memory.
 */
class CrowdIT {

  private static final String[] WAYS = {
    "send:jdk", "send:url", "send:okHttp", "send:apache",
  };

  private static final String TOOL =
      """
        - tool: crowd
          method: "com.example.acts.http.CrowdActs#crowd(java.lang.String,java.lang.String,java.lang.String)"
          effects:
            - send: { method: POST, url: "${args.url}", body: { raw: "${args.text}" } }
              times: any
      """;

  /** A quarter of the heap has 16 of those bodies, and without a file the others have no place. */
  private static final int LEAST_REFUSED = 64 - 16;

  private static final ActTable SPOOLED = table("1MiB");
  private static final ActTable IN_MEMORY = table("0B");

  private static ActTable table(String spool) {
    return new ActTable(
        jdk ->
            SpoolIT.withClients(AgentRun.on(jdk))
                .jvm("-Xmx48m")
                .configured(
                    AgentRun.config("http.yaml")
                            .replace(
                                "max_body: 256KiB, spool: 0B", "max_body: 768KiB, spool: " + spool)
                        + TOOL),
        CrowdActs.class,
        WAYS);
  }

  static Stream<Arguments> ways() {
    return Stream.of(WAYS).flatMap(way -> Jdks.tested().map(jdk -> Arguments.of(way, jdk)));
  }

  static Stream<Arguments> waysOnce() {
    List<Jdk> jdks = Jdks.tested().toList();
    return Stream.of(WAYS).map(way -> Arguments.of(way, jdks.get(jdks.size() - 1)));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("ways")
  void allGoThroughWhereThoseForWhichThereIsNoMemoryGoToFiles(String way, Jdk jdk) {
    assertThat(SPOOLED.with(jdk, way).ending()).isEqualTo("ended");
    assertThat(SPOOLED.with(jdk, way).printed()).containsExactly("answered 64 refused 0");
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("waysOnce")
  void thoseForWhichThereIsNoMemoryAreRefusedWhereThereAreNoFiles(String way, Jdk jdk) {
    assertThat(IN_MEMORY.with(jdk, way).ending()).isEqualTo("refused CS-UNSUPPORTED");
    String[] said = IN_MEMORY.with(jdk, way).printed().get(0).split(" ", -1);
    assertThat(Integer.parseInt(said[3])).isBetween(LEAST_REFUSED, 64);
    assertThat(Integer.parseInt(said[1]) + Integer.parseInt(said[3])).isEqualTo(64);
  }
}
