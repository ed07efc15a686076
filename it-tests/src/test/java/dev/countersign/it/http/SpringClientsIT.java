package dev.countersign.it.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.http.SpringActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Spring's {@code RestClient} and {@code RestTemplate} on each request factory that Spring 6.2 and
 * 7.0 have, with the current version of the client below.
 */
class SpringClientsIT {

  /** One Spring with the clients that it is made for. */
  private record Spring(String name, List<String> factories, List<ClientLine> clients) {

    List<Path> classPath() {
      return clients.stream().flatMap(client -> client.classPath().stream()).toList();
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private static final List<Spring> SPRINGS =
      List.of(
          new Spring(
              "Spring 6.2.19",
              List.of("simple", "jdk", "httpcomponents", "jetty", "reactor", "okhttp"),
              List.of(
                  ReactorNettyIT.LINES.get(0),
                  JettyIT.LINES.get(1),
                  OkHttpIT.LINES.get(1),
                  httpComponents("5.4.4", "5.3.4"))),
          new Spring(
              "Spring 7.0.10",
              List.of("simple", "jdk", "httpcomponents", "jetty", "reactor"),
              List.of(
                  ReactorNettyIT.LINES.get(1),
                  JettyIT.LINES.get(2),
                  httpComponents("5.6.5", "5.4.4"))));

  private static ClientLine httpComponents(String client, String core) {
    return ClientLine.of(
        "apache",
        "HttpClient " + client,
        "httpclient5-" + client + ".jar",
        "httpcore5-" + core + ".jar",
        "httpcore5-h2-" + core + ".jar");
  }

  private static final String MORE_TOOLS =
      """
        - tool: form
          method: "com.example.acts.http.SpringTools#form(java.lang.String,java.lang.String,java.lang.String)"
          effects:
            - send: { method: POST, url: "${args.url}", body: { form: { a: "${args.text}", b: "1 2" } } }
      """;

  private static final String APPROVALS =
      """
      bind:
        - resolve: com.example.acts.http.SpringDesk#approve(org.springframework.http.RequestEntity)
          send: "${arg0}"
      """;

  private static final String[] HONEST = {
    "post:FACTORY text",
    "post:FACTORY template",
    "post:FACTORY passed",
    "post:FACTORY stream",
    "order:FACTORY order",
    "form:FACTORY form",
    "elsewhere:FACTORY approved",
    "elsewhere:FACTORY approvedBytes",
    "elsewhere:FACTORY approvedAsking",
  };

  private static final String MULTIPART = "upload:FACTORY multipart";

  private static final String[] ATTACKS = {
    "post:FACTORY anotherText",
    "post:FACTORY anotherTemplate",
    "post:FACTORY anotherStream",
    "post:FACTORY alteredBody",
    "post:FACTORY alteredUrl",
    "order:FACTORY anotherOrder",
    "form:FACTORY anotherForm",
    "upload:FACTORY anotherMultipart",
  };

  /** Comes last: what was approved and never sent stays in sight of what follows. */
  private static final String APPROVED_ATTACK = "elsewhere:FACTORY anotherThanApproved";

  private static final String FOUND = "found:FACTORY asking";
  private static final String SURFACING = "post:FACTORY surfacing";
  private static final String USED_AGAIN = "post:FACTORY refusedThenHonest";

  /** As the client below surfaces it, and Spring an {@code IOException} of it. */
  private static final Map<String, String> SURFACES =
      Map.of(
          "simple", "EffectRefusedException",
          "jdk", "EffectRefusedException",
          "jetty", "EffectRefusedException",
          "httpcomponents",
              "ResourceAccessException ClientProtocolException ProtocolException"
                  + " EffectRefusedException",
          "reactor", "ResourceAccessException IOException EffectRefusedException",
          "okhttp", "ResourceAccessException ProtocolException EffectRefusedException");

  private static final Map<Spring, ActTable> TABLES = new LinkedHashMap<>();

  static {
    for (Spring spring : SPRINGS) {
      List<String> acts = new ArrayList<>();
      for (String factory : spring.factories()) {
        Stream.of(
                Stream.of(HONEST),
                Stream.of(MULTIPART),
                Stream.of(ATTACKS),
                Stream.of(FOUND, SURFACING, USED_AGAIN, APPROVED_ATTACK))
            .flatMap(rows -> rows)
            .map(row -> row.replace("FACTORY", factory))
            .forEach(acts::add);
      }
      TABLES.put(
          spring,
          new ActTable(
              jdk -> {
                AgentRun.Builder application =
                    AgentRun.on(jdk).with("http.yaml", MORE_TOOLS + APPROVALS);
                spring.classPath().forEach(application::classPath);
                return application;
              },
              SpringActs.class,
              acts.toArray(new String[0])));
    }
  }

  private static Stream<Arguments> onEach(String... rows) {
    List<Arguments> arguments = new ArrayList<>();
    for (Spring spring : SPRINGS) {
      for (Jdk jdk : Jdks.of(spring, SPRINGS).toList()) {
        for (String factory : spring.factories()) {
          for (String row : rows) {
            arguments.add(
                Arguments.of(
                    row.replace("FACTORY", factory), factory, TABLES.get(spring), jdk, spring));
          }
        }
      }
    }
    return arguments.stream();
  }

  static Stream<Arguments> honest() {
    return onEach(HONEST);
  }

  static Stream<Arguments> multipart() {
    return onEach(MULTIPART);
  }

  static Stream<Arguments> attacks() {
    return Stream.concat(onEach(ATTACKS), onEach(APPROVED_ATTACK));
  }

  static Stream<Arguments> found() {
    return onEach(FOUND);
  }

  static Stream<Arguments> surfacing() {
    return onEach(SURFACING);
  }

  static Stream<Arguments> usedAgain() {
    return onEach(USED_AGAIN);
  }

  @ParameterizedTest(name = "{0} on {4} and {3}")
  @MethodSource("honest")
  void anEqualRequestIsSentByteByByteAsWithoutUs(
      String act, String factory, ActTable table, Jdk jdk, Object spring) {
    table.runsAsWithout(jdk, act);
    assertThat(table.with(jdk, act).bodies()).hasSize(1);
  }

  /** Its boundary, and so its length, are others each time. */
  @ParameterizedTest(name = "{0} on {4} and {3}")
  @MethodSource("multipart")
  void anUploadIsSentByteByByteAsWithoutUs(
      String act, String factory, ActTable table, Jdk jdk, Object spring) {
    assertThat(withoutLength(table.with(jdk, act).printed()))
        .isEqualTo(withoutLength(table.without(jdk, act).printed()))
        .last()
        .isEqualTo("said done");
  }

  private static List<String> withoutLength(List<String> lines) {
    return lines.stream().map(line -> line.replaceAll("\\d+ characters", "characters")).toList();
  }

  @ParameterizedTest(name = "{0} on {4} and {3}")
  @MethodSource("attacks")
  void aRequestThatDiffersIsRefusedAndNothingReachesTheServer(
      String act, String factory, ActTable table, Jdk jdk, Object spring) {
    table.isRefused(jdk, act, "NIKA-SEC-011");
  }

  @ParameterizedTest(name = "{0} on {4} and {3}")
  @MethodSource("found")
  void whereAnAnswerSendsItOnToIsNotAsked(
      String act, String factory, ActTable table, Jdk jdk, Object spring) {
    assertThat(table.with(jdk, act).ending()).endsWith("refused CS-UNBOUND");
    assertThat(table.with(jdk, act).bodies()).hasSize(1);
    assertThat(table.without(jdk, act).bodies()).hasSize(2);
  }

  @ParameterizedTest(name = "{0} on {4} and {3}")
  @MethodSource("surfacing")
  void aRefusalSurfacesAsAFailureOfTheClientBelow(
      String act, String factory, ActTable table, Jdk jdk, Object spring) {
    assertThat(table.with(jdk, act).printed())
        .containsExactly("surfaced as " + SURFACES.get(factory));
  }

  @ParameterizedTest(name = "{0} on {4} and {3}")
  @MethodSource("usedAgain")
  void aClientThatWasRefusedGoesOn(
      String act, String factory, ActTable table, Jdk jdk, Object spring) {
    List<String> printed = table.with(jdk, act).printed();
    assertThat(printed).startsWith("refused", "refused", "refused", "ran POST /here good");
    assertThat(printed).last().isEqualTo("said done");
  }
}
