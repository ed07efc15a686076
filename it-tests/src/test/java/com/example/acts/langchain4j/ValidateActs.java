package com.example.acts.langchain4j;

import com.example.acts.Act;
import com.example.acts.preview.Validations;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An application on LangChain4j that asks about calls before it lets its model make them. */
public final class ValidateActs {

  private static final String COPY = "{\"from\":\"page\",\"to\":\"copied\"}";

  public static void main(String[] arguments) throws Exception {
    Act.perform(ValidateActs.class, arguments);
  }

  /** Copies files with {@code cp}, and says beforehand what would change. */
  public static final class Copier {

    @Tool("Copies a file")
    public String copy(
        @P(name = "from", value = "from") String from, @P(name = "to", value = "to") String to)
        throws Exception {
      return RepoTools.run("cp", "--", from, to);
    }

    /** Not asked by anybody but the agent: an application's own preview, by its name alone. */
    public Map<String, Object> preview(Map<String, Object> inputs) {
      System.out.println("preview ran");
      return Map.of(
          "changes",
          List.of(
              Map.of(
                  "action", "copy", "target", "sentinel-of-the-preview", "summary", "Copies it")));
    }
  }

  /** Has only what its entry declares. */
  public static final class Mover {

    @Tool("Moves a file")
    public String move(
        @P(name = "from", value = "from") String from, @P(name = "to", value = "to") String to)
        throws Exception {
      return RepoTools.run("mv", "--", from, to);
    }
  }

  /** The arguments are the state directory and the agent's jar. */
  static void validated(String[] arguments) throws Exception {
    Path state = Path.of(arguments[0]);
    Map<String, Object> copy = Map.of("from", "page", "to", "copied");
    Validations.ask("before any call", "copy", copy, null);
    Conversation.asking("copy", "{\"from\":\"page\",\"to\":\"first\"}").with(new Copier());
    Conversation.asking("move", "{\"from\":\"first\",\"to\":\"second\"}").with(new Mover());

    Map<String, List<String>> before = Validations.books(state);
    Validations.ask("allowed", "copy", copy, null);
    Validations.ask("without a preview", "move", Map.of("from", "a", "to", "b"), null);
    Validations.ask("missing", "copy", Map.of("from", "page"), null);
    Validations.ask("another type", "copy", Map.of("from", "page", "to", 7), null);
    String denied =
        Validations.ask("denied", "copy", copy, Map.of("principal", "mallory")).toString();
    System.out.println("discloses: " + denied.contains("sentinel"));
    Validations.ask("unknown", "wipe", Map.of(), null);
    Map<String, Object> cycle = new HashMap<>();
    cycle.put("from", cycle);
    Validations.ask("hostile", "copy", cycle, null);
    Validations.askByJmx("copy", COPY, "{\"principal\":\"mallory\"}");
    Validations.askByCommand(state, arguments[1], "--tool", "copy", "--args", COPY);
    Validations.askByCommand(
        state,
        arguments[1],
        "--tool",
        "copy",
        "--args",
        COPY,
        "--caller",
        "mallory",
        "--format",
        "json");
    System.out.println("books unchanged: " + before.equals(Validations.books(state)));

    Conversation.asking("copy", COPY).with(new Copier());
  }

  private ValidateActs() {}
}
