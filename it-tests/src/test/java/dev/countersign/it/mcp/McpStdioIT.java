package dev.countersign.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.mcp.StdioActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import org.junit.jupiter.api.Test;

/**
 * The transport of standard input sends where it is called, before anybody subscribes to what it
 * returns: so early it is compared.
 */
class McpStdioIT {

  private static final Jdk JDK = Jdks.jdk(17);

  private static final ActTable TABLE =
      new ActTable(
          jdk -> {
            AgentRun.Builder builder =
                AgentRun.on(jdk)
                    .configured(
                        "bundle: stdio\nversion: 1\nmode: enforce\nframeworks: [mcp]\n"
                            + "tools: [ { tool: \"*\", pin: off } ]\n"
                            + "layers:\n"
                            + "  - level: team\n"
                            + "    version: 1\n"
                            + "    rules: [ { id: none, when: 'invoke of \"forbidden\"',"
                            + " verdict: deny, reason: nobody may } ]\n");
            new McpLine("2.1").classPath().forEach(builder::classPath);
            return builder;
          },
          StdioActs.class,
          "aMessage",
          "aMessageForAForbiddenTool",
          "aMessageOfItsOwnClass");

  @Test
  void aMessageOfTheApplicationIsSent() {
    TABLE.runsAsWithout(JDK, "aMessage");

    assertThat(TABLE.with(JDK, "aMessage").printed()).containsExactly("received ask");
    assertThat(TABLE.books(JDK, "aMessage").allowedScopes()).containsExactly("tool.ask");
  }

  @Test
  void nothingIsSentThatIsRefused() {
    assertThat(TABLE.without(JDK, "aMessageForAForbiddenTool").printed())
        .containsExactly("received forbidden");
    assertThat(TABLE.with(JDK, "aMessageForAForbiddenTool").printed())
        .anyMatch(line -> line.startsWith("[CS-POLICY] Refused"))
        .contains("received nothing");
  }

  @Test
  void nobodyKnowsWhatAMessageOfAnotherClassSays() {
    assertThat(TABLE.without(JDK, "aMessageOfItsOwnClass").printed())
        .containsExactly("received own");
    assertThat(TABLE.with(JDK, "aMessageOfItsOwnClass").printed())
        .anyMatch(line -> line.startsWith("[CS-UNSUPPORTED] Refused"))
        .contains("received nothing");
  }
}
