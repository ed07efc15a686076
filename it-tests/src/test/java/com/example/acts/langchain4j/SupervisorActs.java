package com.example.acts.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A supervisor whose model hands work to sub-agents, each an AI service with a model and tools of
 * its own.
 */
public final class SupervisorActs {

  private static final String COPY = "{\"from\": \"page\", \"to\": \"copy\"}";
  private static final String NOTE = "{\"text\": \"seen\"}";
  private static final String ASK = "{\"question\": \"what is in the page?\"}";

  /** What both models are offered. */
  static final class Tools {

    @Tool("Copies a file")
    String copy(
        @P(name = "from", value = "from") String from, @P(name = "to", value = "to") String to)
        throws Exception {
      return RepoTools.run("cp", "--", from, to);
    }

    @Tool("Keeps a note")
    String note(@P(name = "text", value = "text") String text) throws Exception {
      Files.write(Path.of("noted"), text.getBytes(StandardCharsets.UTF_8));
      return "noted";
    }
  }

  /** The sub-agent. */
  static final class Researcher {

    private final Conversation script;
    private final boolean concurrently;

    Researcher(Conversation script, boolean concurrently) {
      this.script = script;
      this.concurrently = concurrently;
    }

    String research(String question) {
      script.with(
          service -> {
            service.tools(new Tools());
            if (concurrently) {
              service.executeToolsConcurrently();
            }
          });
      return "researched";
    }
  }

  /** What the supervisor's model is offered. */
  static final class Desk {

    private final Researcher researcher;

    Desk(Researcher researcher) {
      this.researcher = researcher;
    }

    @Tool("Asks the researcher")
    String ask(@P(name = "question", value = "question") String question) {
      return researcher.research(question);
    }

    /** The tool's method is the agent itself. */
    @Tool("Works as a clerk")
    String clerk(@P(name = "question", value = "question") String question) throws Exception {
      Conversation.asking("copy", COPY).then("note", NOTE).with(new Tools());
      return "done";
    }

    @Tool("Keeps a note")
    String note(@P(name = "text", value = "text") String text) throws Exception {
      return new Tools().note(text);
    }
  }

  static void handsWorkOn() {
    supervisor("ask", Conversation.asking("copy", COPY), false);
  }

  static void handsWorkOnAtTheSameTime() {
    supervisor(
        "ask",
        Conversation.asking("copy", COPY).and("copy", COPY.replace("\"copy\"", "\"second\"")),
        true);
  }

  static void supervisorGoesOn() {
    Conversation.asking("ask", ASK)
        .then("note", NOTE)
        .with(new Desk(new Researcher(Conversation.asking("copy", COPY), false)));
  }

  /** Its model was talked into a tool that it is offered and does not hold. */
  static void talkedIntoAnotherTool() {
    supervisor("ask", Conversation.asking("note", NOTE), false);
  }

  static void talkedIntoAnotherToolAtTheSameTime() {
    supervisor("ask", Conversation.asking("copy", COPY).and("note", NOTE), true);
  }

  static void theToolIsTheAgent() {
    supervisor("clerk", null, false);
  }

  private static void supervisor(String tool, Conversation script, boolean concurrently) {
    Conversation.asking(tool, ASK).with(new Desk(new Researcher(script, concurrently)));
  }

  private SupervisorActs() {}
}
