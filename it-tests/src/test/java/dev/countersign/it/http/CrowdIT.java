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
 * 1,000 bodies of {@code max_body} at the same time, 31 MiB in all, with each client, in a JVM
 * whose heap of 112 MiB has 28 for them: they go through, or are refused for that reason, and it
 * never runs out of memory. The rest is what the clients need for 1,000 connections.
 */
class CrowdIT {

  private static final String[] WAYS = {
    "send:jdk",
    "send:url",
    "send:okHttp",
    "send:apache4",
    "send:apache5",
    "send:async4",
    "send:async5",
    "send:reactor",
    "send:jetty",
  };

  private static final String[] REFUSED = {"send:jdk"};

  /** 560 bodies that are not sent, and of which there is memory for 512. */
  private static final String[] BACK = {"back:refusedOfJetty", "back:declinedToApache"};

  private static final String TOOLS =
      """
        - tool: crowd
          method: "com.example.acts.http.CrowdActs#crowd(java.lang.String,java.lang.String,java.lang.String)"
          effects:
            - send: { method: POST, url: "${args.url}", body: { raw: "${args.text}" } }
              times: any
        - tool: lost
          method: "com.example.acts.http.CrowdActs#lost(java.lang.String,java.lang.String,java.lang.String)"
          effects:
            - send: { method: POST, url: "${args.url}", body: { raw: "${args.text}" } }
        - tool: sent
          method: "com.example.acts.http.CrowdActs#sent(java.lang.String,java.lang.String,java.lang.String)"
          effects:
            - send: { method: POST, url: "${args.url}", body: { raw: "${args.text}" } }
      """;

  /** A quarter of 64 MiB has 512 of those bodies, and without a file the others have no place. */
  private static final int LEAST_REFUSED = 1000 - 512;

  private static final ActTable SPOOLED = table("1MiB", "-Xmx112m", WAYS);
  private static final ActTable IN_MEMORY =
      table("0B", "-Xmx64m", Stream.of(REFUSED, BACK).flatMap(Stream::of).toArray(String[]::new));

  private static ActTable table(String spool, String heap, String... acts) {
    return new ActTable(
        jdk ->
            SpoolIT.withClients(AgentRun.on(jdk))
                .jvm(heap)
                .configured(
                    AgentRun.config("http.yaml")
                            .replace(
                                "max_body: 256KiB, spool: 0B", "max_body: 32KiB, spool: " + spool)
                        + TOOLS),
        CrowdActs.class,
        acts);
  }

  private static Stream<Arguments> onNewest(String... acts) {
    List<Jdk> jdks = Jdks.tested().toList();
    return Stream.of(acts).map(act -> Arguments.of(act, jdks.get(jdks.size() - 1)));
  }

  static Stream<Arguments> ways() {
    return onNewest(WAYS);
  }

  static Stream<Arguments> refused() {
    return onNewest(REFUSED);
  }

  static Stream<Arguments> back() {
    return onNewest(BACK);
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("ways")
  void allGoThroughWhereThoseForWhichThereIsNoMemoryGoToFiles(String way, Jdk jdk) {
    assertThat(SPOOLED.with(jdk, way).ending()).isEqualTo("ended");
    assertThat(SPOOLED.with(jdk, way).printed()).containsExactly("answered 1000 refused 0");
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("refused")
  void thoseForWhichThereIsNoMemoryAreRefusedWhereThereAreNoFiles(String way, Jdk jdk) {
    assertThat(IN_MEMORY.with(jdk, way).ending()).isEqualTo("refused CS-UNSUPPORTED");
    String[] said = IN_MEMORY.with(jdk, way).printed().get(0).split(" ", -1);
    assertThat(Integer.parseInt(said[3])).isBetween(LEAST_REFUSED, 1000);
    assertThat(Integer.parseInt(said[1]) + Integer.parseInt(said[3])).isEqualTo(1000);
  }

  /** Also where the application still holds its request, or its answer. */
  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("back")
  void whatIsNotSentIsNotHeldAnyMore(String way, Jdk jdk) {
    assertThat(IN_MEMORY.with(jdk, way).ending()).isEqualTo("ended");
    assertThat(IN_MEMORY.with(jdk, way).printed()).containsExactly("560 before");
  }
}
