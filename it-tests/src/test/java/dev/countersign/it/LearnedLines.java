package dev.countersign.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a run with {@code ledger.learn} kept of what happened unbound. */
public final class LearnedLines {

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * The effects of calls whose argument has that value, in the order in which they ended; those
   * that come with the arguments, so the first one of each call.
   */
  public static List<JsonNode> firstEffects(AgentRun run, String argument, String value)
      throws IOException {
    List<JsonNode> effects = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(run.ledger(), "*.learned")) {
      for (Path file : files) {
        for (String line : Files.readAllLines(file)) {
          JsonNode json = JSON.readTree(line);
          if (json.has("effect") && json.at("/args/" + argument).asText().equals(value)) {
            effects.add(json);
          }
        }
      }
    }
    return effects;
  }

  /** The configuration of these tools where nothing of them is bound, and all of it learned. */
  public static String learning(String configuration) {
    return learningBeside(configuration.replaceAll("    effects:\\n(      .*\\n)+", ""));
  }

  /** The same where these tools are bound, and what they do besides is learned. */
  public static String learningBeside(String configuration) {
    return configuration.replace("mode: enforce", "mode: observe")
        + "ledger: { dir: \"@work@/../ledger\", learn: true }\n";
  }

  private LearnedLines() {}
}
