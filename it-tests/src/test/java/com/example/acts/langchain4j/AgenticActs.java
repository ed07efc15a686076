package com.example.acts.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agentic.Agent;
import dev.langchain4j.agentic.AgenticServices;
import dev.langchain4j.agentic.supervisor.SupervisorResponseStrategy;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.V;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Agents of the library's own: a supervisor that plans, and agents in a row and side by side. */
final class AgenticActs {

  private static final String COPY = Lines.copyCall("copy");
  private static final String NOTE = "{\"" + Lines.name("text", 0) + "\": \"seen\"}";

  /** What every model is offered. */
  static final class Tools {

    @Tool("Copies a file")
    String copy(
        @P(name = "from", value = "from") String from, @P(name = "to", value = "to") String to)
        throws Exception {
      return RepoTools.run("cp", "--", from, to);
    }

    @Tool("Copies another file")
    String copySecret(
        @P(name = "from", value = "from") String from, @P(name = "to", value = "to") String to)
        throws Exception {
      return RepoTools.run("cp", "--", "secret", to);
    }

    @Tool("Keeps a note")
    String note(@P(name = "text", value = "text") String text) throws Exception {
      Files.write(Path.of("noted"), text.getBytes(StandardCharsets.UTF_8));
      return "noted";
    }
  }

  /** An agent with a model. */
  public interface Researcher {
    @UserMessage("{{question}}")
    @Agent("Finds out what is in a page")
    String research(@V("question") String question);
  }

  /** Another one. */
  public interface Clerk {
    @UserMessage("{{question}}")
    @Agent("Keeps notes")
    String keep(@V("question") String question);
  }

  /** An agent without a model. */
  public static final class Porter {
    @Agent("Carries a page")
    public String carry(@V("question") String question) throws Exception {
      Conversation.asking("copy", COPY).with(new Tools());
      return "carried";
    }
  }

  // A supervisor, whose model plans

  static void supervised() {
    supervisor(researcher(Conversation.asking("copy", COPY)), "research");
  }

  static void supervisedAndTalkedIntoAnotherTool() {
    supervisor(researcher(Conversation.asking("note", NOTE)), "research");
  }

  static void supervisedOnAnotherFile() {
    supervisor(researcher(Conversation.asking("copySecret", COPY)), "research");
  }

  static void supervisedWithoutAModel() {
    supervisor(new Porter(), "carry");
  }

  // Agents in a row and side by side

  static void inARow() {
    System.out.println(
        "answer: "
            + AgenticServices.sequenceBuilder()
                .subAgents(
                    researcher(Conversation.asking("copy", COPY)),
                    clerk(Conversation.asking("note", NOTE)))
                .outputKey("kept")
                .build()
                .invoke(Map.of("question", "what is it?")));
  }

  /** Each is talked into what only the other one may do. */
  static void inARowTheOtherWayRound() {
    System.out.println(
        "answer: "
            + AgenticServices.sequenceBuilder()
                .subAgents(
                    researcher(Conversation.asking("note", NOTE)),
                    clerk(Conversation.asking("copy", COPY)))
                .outputKey("kept")
                .build()
                .invoke(Map.of("question", "what is it?")));
  }

  static void sideBySide() {
    System.out.println(
        "answer: "
            + AgenticServices.parallelBuilder()
                .subAgents(
                    researcher(Conversation.asking("copy", COPY)),
                    clerk(Conversation.asking("note", NOTE)))
                .outputKey("kept")
                .build()
                .invoke(Map.of("question", "what is it?")));
  }

  private static void supervisor(Object agent, String name) {
    System.out.println(
        "answer: "
            + AgenticServices.supervisorBuilder()
                .chatModel(new Planner(name))
                .subAgents(agent)
                .responseStrategy(SupervisorResponseStrategy.LAST)
                .build()
                .invoke("find out"));
  }

  private static Researcher researcher(Conversation script) {
    return AgenticServices.agentBuilder(Researcher.class)
        .chatModel(script.begin())
        .tools(new Tools())
        .outputKey("found")
        .build();
  }

  private static Clerk clerk(Conversation script) {
    return AgenticServices.agentBuilder(Clerk.class)
        .chatModel(script.begin())
        .tools(new Tools())
        .outputKey("kept")
        .build();
  }

  /** Asks for the one agent, by the name that it is told, and is done. */
  private static final class Planner implements ChatModel {
    private final Pattern name;
    private boolean asked;

    Planner(String name) {
      this.name = Pattern.compile(name + "(\\$\\d+)?");
    }

    @Override
    public ChatResponse doChat(ChatRequest request) {
      Matcher named = name.matcher(request.messages().toString());
      String answer =
          asked || !named.find()
              ? "{\"agentName\": \"done\", \"arguments\": {\"response\": \"all done\"}}"
              : "{\"agentName\": \""
                  + named.group()
                  + "\", \"arguments\": {\"question\": \"what is it?\"}}";
      asked = true;
      return ChatResponse.builder().aiMessage(AiMessage.from(answer)).build();
    }
  }

  private AgenticActs() {}
}
