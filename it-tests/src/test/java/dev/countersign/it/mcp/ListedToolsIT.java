package dev.countersign.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.mcp.WebActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.ActTable.Performed;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A server of MCP that registers a tool anew, as its clients and it itself see that. */
class ListedToolsIT {

  private static final McpLine NEWEST = new McpLine("2.1");
  private static final Jdk JDK = Jdks.jdk(17);

  private static final ActTable TABLE =
      new ActTable(
          jdk -> {
            AgentRun.Builder builder = AgentRun.on(jdk).with("pins.yaml");
            NEWEST.classPath().forEach(builder::classPath);
            return builder;
          },
          WebActs.class,
          "aServerThatListsAgain",
          "aServerThatChangesWhatItSays");

  @Test
  void aServerThatSaysTheSameAgain() {
    TABLE.runsAsWithout(JDK, "aServerThatListsAgain");

    assertThat(TABLE.books(JDK, "aServerThatListsAgain").denialCodes()).isEmpty();
  }

  @Test
  void aServerThatChangesTheDescriptionOfItsTool() {
    Performed with = TABLE.with(JDK, "aServerThatChangesWhatItSays");
    List<String> without = TABLE.without(JDK, "aServerThatChangesWhatItSays").printed();

    assertThat(without.stream().filter(line -> line.startsWith("PAID")).count()).isEqualTo(2);
    assertThat(with.printed())
        .containsExactly(
            without.get(0),
            without.get(1),
            "true [CS-PIN] Refused: the definition of this tool changed since it was first used. You"
                + " may continue without it.");
    assertThat(TABLE.books(JDK, "aServerThatChangesWhatItSays").denialCodes())
        .containsExactly("CS-PIN");
  }
}
