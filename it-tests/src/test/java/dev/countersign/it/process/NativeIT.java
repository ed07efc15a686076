package dev.countersign.it.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.process.NativeActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * B15 and B16: nothing in the process can judge what native code does, so it is refused where it
 * comes in ({@code unbound.native: refuse}), or its coming is a finding.
 */
class NativeIT {

  private static final String REFUSED =
      """
      B15  load                    ended +loaded  CS-UNBOUND none
      B15  loadByTheRuntime        ended +loaded  CS-UNBOUND none
      B15  loadLibrary             ended +loaded  CS-UNBOUND none
      B15  loadByReflection        ended +loaded  CS-UNBOUND none
      B15  loadInATool             ended +loaded  CS-UNBOUND none
      B15  loadInAToolThatSwallows ended +loaded  CS-UNBOUND none
      B16  downcall                ended +fired   CS-UNBOUND none
      -    libraryOfTheJdk         ended +loaded  ended +loaded
      """
          .replace("loadInAToolThatSwallows ", "loadInAToolThatSwallows  ");

  private static final String REFUSED_25 =
      """
      B16  libraryLookup           ended +loaded  CS-UNBOUND none
      B16  libraryLookupByName     ended +loaded  CS-UNBOUND none
      """;

  private static final ActTable TABLE =
      ActTable.of(jdk -> on(jdk, "unbound: { native: refuse }"), NativeActs.class, NativeIT::table);

  private static AgentRun.Builder on(Jdk jdk, String more) {
    AgentRun.Builder builder =
        AgentRun.on(jdk)
            .with("processes.yaml", more)
            .jvm("-Djava.library.path=" + jdk.home().resolve("lib"));
    return jdk.feature() < 22
        ? builder.jvm(
            "--add-modules", "jdk.incubator.foreign", "--enable-native-access=ALL-UNNAMED")
        : builder;
  }

  private static String table(Jdk jdk) {
    return jdk.feature() < 22 ? REFUSED : REFUSED_25 + REFUSED;
  }

  static Stream<ActTable.Row> refused() {
    return TABLE.rows();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void nativeCodeComesInByNoDoor(ActTable.Row row) {
    TABLE.shows(row);
  }

  @OnEachJdk
  void itIsAFindingByDefault(Jdk jdk) {
    String table = table(jdk).replaceAll("ended (\\S+) +CS-UNBOUND none", "ended $1  ended $1");
    ActTable allowed = ActTable.of(on -> on(on, ""), NativeActs.class, table);

    allowed.shows(jdk);
    assertThat(allowed.run(jdk).agentLines())
        .anyMatch(line -> line.startsWith("countersign: hole: what native code does is not bound"));
    Books books = Books.of(allowed.run(jdk));
    List<String> found = new ArrayList<>();
    for (JsonNode allow : books.allows("agent.native")) {
      JsonNode decision = books.decisionOf(allow);
      assertThat(allow.path("policy").asText()).isEqualTo("unlisted");
      assertThat(decision.path("action").path("by").asText()).isEqualTo(NativeActs.class.getName());
      found.add(
          decision.path("findings").get(0).asText()
              + " "
              + decision.path("action").path("target").asText()
              + " "
              + books.outcomeOf(allow).path("body_state").asText());
    }
    List<String> expected =
        new ArrayList<>(
            List.of(
                "native_load libprefs.so returned",
                "native_load prefs returned",
                "native_downcall " + NativeActs.class.getName() + " returned"));
    if (jdk.feature() >= 22) {
      // Asked for by its path and by its name, which may be two files.
      expected.add(0, "native_load libprefs.so returned");
    }
    assertThat(found).containsExactlyElementsOf(expected);
  }

  @OnEachJdk
  void itIsLeftAloneWhereTheConfigurationSaysSo(Jdk jdk) {
    String table = "-  load  ended +loaded  ended +loaded\n";
    ActTable allowed =
        ActTable.of(on -> on(on, "unbound: { native: allow }"), NativeActs.class, table);

    allowed.shows(jdk);
    assertThat(Books.of(allowed.run(jdk)).allowedScopes()).isEmpty();
    assertThat(allowed.run(jdk).agentLines())
        .anyMatch(line -> line.contains("unbound.native: allow"));
    assertThat(Books.of(allowed.run(jdk)).allows("agent.native")).isEmpty();
  }
}
