package dev.countersign.it.mcp;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.Acts;
import com.example.acts.mcp.ServerActs;
import com.example.acts.mcp.WebActs;
import dev.countersign.it.AgentRun;
import dev.countersign.it.DoctoredJar;
import dev.countersign.it.Jdks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A line of the MCP Java SDK that nobody has seen: a method that is bound has another name. Its
 * tools are refused, with the version that was seen.
 */
class UnknownMcpIT {

  private static final McpLine NEWEST = new McpLine("2.1");
  private static final String HANDLER = "Lio/modelcontextprotocol/server/";
  private static final String SCHEMA = "Lio/modelcontextprotocol/spec/McpSchema$";
  private static final String MONO = "Lreactor/core/publisher/Mono;";

  /** The method, its descriptor, an act that needs it, and how the line of the agent names it. */
  private static final String[][] ROWS = {
    {
      "deserializeJsonRpcMessage",
      "(Lio/modelcontextprotocol/json/McpJsonMapper;Ljava/lang/String;)"
          + SCHEMA
          + "JSONRPCMessage;",
      "aCall",
      "McpSchema#deserializeJsonRpcMessage"
    },
    {
      "toolsCallRequestHandler",
      "()" + HANDLER + "McpRequestHandler;",
      "aCall",
      "McpAsyncServer#toolsCallRequestHandler"
    },
    {
      "callHandler",
      "()Ljava/util/function/BiFunction;",
      "aCall",
      "McpServerFeatures$SyncToolSpecification#callHandler"
    },
    {
      "sendRequest",
      "(Ljava/lang/String;Ljava/lang/Object;Lio/modelcontextprotocol/json/TypeRef;)" + MONO,
      "aRequestThatIsSentLater",
      "McpClientSession#sendRequest"
    },
  };

  @TempDir private Path directory;

  static Stream<String[]> unknown() {
    return Stream.of(ROWS);
  }

  @ParameterizedTest(name = "without {0}")
  @MethodSource("unknown")
  void toolsOfALineThatNobodyKnowsAreRefused(
      String method, String descriptor, String act, String named) throws IOException {
    AgentRun.Builder application = AgentRun.on(Jdks.jdk(17)).with("mcp.yaml", "mode: enforce");
    for (Path jar : NEWEST.classPath()) {
      boolean other = jar.getFileName().toString().startsWith("mcp-core-");
      application.classPath(other ? DoctoredJar.without(jar, directory, method, descriptor) : jar);
    }
    Class<?> acts = act.equals("aCall") ? ServerActs.class : WebActs.class;
    AgentRun run = application.main(Acts.class, acts.getName(), act);

    assertThat(run).succeeded().booksVerify();
    assertThat(run.stdout()).contains("[CS-INTERNAL] Refused").doesNotContain("PAID");
    assertThat(run.agentLines())
        .as(run.stderr())
        .anyMatch(line -> line.contains("MCP Java SDK 2.1.0 has no " + named));
    assertThat(run.withoutAgent().stdout()).contains("PAID");
  }
}
