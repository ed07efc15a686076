package com.example.acts.langchain4j;

import com.example.acts.Act;
import com.example.acts.agents.Hostile;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An application that other agents find much to change in: pools, futures, environments. */
public final class PeerActs {

  private static final String COPY = "{\"from\": \"page\", \"to\": \"copy\"}";

  public static void main(String[] arguments) throws Exception {
    Act.perform(PeerActs.class, arguments);
  }

  /** Honest calls of every kind, one attack among them, a start of the application's own. */
  static void everything() throws Exception {
    RepoTools tools = new RepoTools();
    Conversation.asking("copySecret", COPY)
        .then("copy", COPY)
        .then("copyWithEnvironment", "{\"from\": \"page\", \"to\": \"second\"}")
        .then("copyInPool", "{\"from\": \"page\", \"to\": \"third\"}")
        .then("say", "{\"words\": [\"a\", \"b\"]}")
        .with(service -> service.tools(tools, new PeerTools()));
    System.out.println("own start: " + new ProcessBuilder("true").start().waitFor());
    System.out.println(
        "pipeline: "
            + ProcessBuilder.startPipeline(
                    java.util.List.of(new ProcessBuilder("true"), new ProcessBuilder("true")))
                .get(1)
                .waitFor());
  }

  /** B20: a hostile agent takes the gates out of the framework and of a tool, before and after. */
  static void withoutGates() throws Exception {
    String[] classes = {
      "dev.langchain4j.service.tool.ToolService",
      "dev.langchain4j.service.tool.DefaultToolExecutor",
      "dev.langchain4j.service.tool.ToolExecutor",
      RepoTools.class.getName(),
      "java.lang.ProcessImpl"
    };
    Hostile.takeGatesOut(classes);
    Conversation.asking("copySecret", COPY).with(new RepoTools());
    Hostile.takeGatesOut(classes);
    Conversation.asking("copySecret", COPY).then("copy", COPY).with(new RepoTools());
  }

  /** Tools whose ways to start a process are other agents' business as well. */
  static final class PeerTools {

    @Tool("Copies with an environment that was looked at and not changed")
    String copyWithEnvironment(
        @P(name = "from", value = "from") String from, @P(name = "to", value = "to") String to)
        throws Exception {
      ProcessBuilder builder = new ProcessBuilder("cp", "--", from, to);
      builder.environment().put("PATH", System.getenv("PATH"));
      return builder.start().waitFor() == 0 ? "copied" : "cp failed";
    }

    @Tool("Copies in a thread of a pool")
    String copyInPool(
        @P(name = "from", value = "from") String from, @P(name = "to", value = "to") String to)
        throws Exception {
      ExecutorService pool = Executors.newFixedThreadPool(1);
      try {
        return pool.submit(() -> RepoTools.run("cp", "--", from, to)).get();
      } finally {
        pool.shutdown();
      }
    }
  }

  private PeerActs() {}
}
