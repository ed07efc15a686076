package dev.countersign.it.tools;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.tools.StdioActs;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;
import java.util.ArrayList;
import java.util.List;

/** F15: a server on standard output goes on speaking JSON-RPC, and nothing else, when refused. */
class StdioIT {

  private static final String REQUESTS =
      """
      {"jsonrpc":"2.0","id":1,"method":"copy","params":{"from":"page","to":"copy"}}
      {"jsonrpc":"2.0","id":2,"method":"copyElsewhere","params":{"from":"page","to":"copy"}}
      {"jsonrpc":"2.0","id":3,"method":"copy","params":{"from":"page","to":"copy","to":"x"}}
      {"jsonrpc":"2.0","id":4,"method":"unknown","params":{}}
      {"jsonrpc":"2.0","id":5,"method":"copy","params":{"from":"page","to":"copy"}}
      """;

  @OnEachJdk
  void f15EveryLineOfStandardOutputIsAnAnswer(Jdk jdk) throws Exception {
    AgentRun run =
        AgentRun.on(jdk)
            .with("stdio.yaml")
            .file("page", "for everybody\n")
            .file("requests", REQUESTS)
            .main(StdioActs.class, "server", "requests");

    assertThat(run).succeeded().booksVerify();
    List<String> answers = new ArrayList<>();
    for (String line : run.stdout().lines().toList()) {
      JsonNode answer = new ObjectMapper().readTree(line);
      String message = answer.at("/error/message").asText();
      String code = message.isEmpty() ? "" : message.substring(1, message.indexOf(']'));
      answers.add(answer.path("id").asInt() + " " + answer.path("result").asText() + code);
    }
    assertThat(answers)
        .containsExactly(
            "1 copied", "2 NIKA-SEC-011", "3 CS-UNSUPPORTED", "4 NIKA-SEC-011", "5 copied");
    assertThat(run.after()).doesNotContainKey("copy.evil");
    assertThat(run.withoutAgent().stdout().lines())
        .as("what is refused works without the agent")
        .hasSize(5)
        .allMatch(line -> line.endsWith("\"result\":\"copied\"}"));
  }
}
