package dev.countersign.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The entries and effect records of a run, read with a JSON library that the agent does not use.
 *
 * @param entries the chain, in order
 * @param records the effect records, in order
 */
public record Books(List<JsonNode> entries, List<JsonNode> records) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Reads the books of a run; empty where the agent wrote none. */
  public static Books of(AgentRun run) {
    List<JsonNode> entries = new ArrayList<>();
    List<JsonNode> records = new ArrayList<>();
    if (Files.isDirectory(run.ledger())) {
      try (Stream<Path> files = Files.list(run.ledger())) {
        for (Path file : files.sorted(Comparator.comparing(Books::segment)).toList()) {
          String name = file.getFileName().toString();
          if (name.endsWith(".effects.jsonl")) {
            readLines(file, records);
          } else if (name.endsWith(".jsonl")) {
            readLines(file, entries);
          }
        }
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }
    return new Books(entries, records);
  }

  /** What sorts files of books into the order of their segments: the first has no number. */
  public static String segment(Path file) {
    String name = file.getFileName().toString();
    return name.replaceFirst("(\\.effects)?\\.jsonl$", "");
  }

  /** The entries of that event, for example {@code allow}. */
  public List<JsonNode> events(String event) {
    return entries.stream().filter(entry -> event.equals(entry.path("event").asText())).toList();
  }

  /**
   * The application's own calls that were allowed, in order, as their scopes; the agent's own acts
   * are left out.
   */
  public List<String> allowedScopes() {
    return events("allow").stream()
        .map(entry -> entry.path("scope").asText())
        .filter(scope -> !scope.startsWith("agent."))
        .toList();
  }

  /** The entries of connections that no known client opened. */
  public List<JsonNode> openedSockets() {
    return events("allow").stream()
        .filter(entry -> entry.path("scope").asText().equals("agent.socket"))
        .toList();
  }

  /** The allow entries of the application's tools, in order. */
  public List<JsonNode> toolAllows() {
    return events("allow").stream()
        .filter(entry -> entry.path("scope").asText().startsWith("tool."))
        .toList();
  }

  /** The code of each denial, in order. */
  public List<String> denialCodes() {
    return events("deny").stream().map(entry -> entry.path("reason").asText()).toList();
  }

  /** The allow entries of that scope, for example {@code tool.refund}. */
  public List<JsonNode> allows(String scope) {
    return events("allow").stream()
        .filter(entry -> scope.equals(entry.path("scope").asText()))
        .toList();
  }

  /** The outcome entry of that allow entry. */
  public JsonNode outcomeOf(JsonNode allow) {
    return only(events("outcome"), allow.path("call_id").asText());
  }

  /** The decision record of that allow or deny entry. */
  public JsonNode decisionOf(JsonNode entry) {
    return only(records("decision"), entry.path("call_id").asText());
  }

  /** The outcome record of that allow entry. */
  public JsonNode outcomeRecordOf(JsonNode allow) {
    return only(records("outcome"), allow.path("call_id").asText());
  }

  /** Whether a call that was allowed at its resolution was refused at its sink. */
  public boolean refusedAtSink() {
    return events("outcome").stream()
        .anyMatch(entry -> "EffectRefused".equals(entry.path("error_code").asText()));
  }

  /** The texts of the holes that were found after {@code main} began, in order. */
  public List<String> lateHoles() {
    return records.stream()
        .filter(line -> "agent.hole".equals(line.path("act").asText()))
        .map(line -> line.path("text").asText())
        .toList();
  }

  private List<JsonNode> records(String kind) {
    return records.stream().filter(line -> kind.equals(line.path("record").asText())).toList();
  }

  private static JsonNode only(List<JsonNode> lines, String callId) {
    List<JsonNode> found =
        lines.stream().filter(line -> callId.equals(line.path("call_id").asText())).toList();
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " lines for call " + callId + " in " + lines);
    }
    return found.get(0);
  }

  private static void readLines(Path file, List<JsonNode> into) throws IOException {
    for (String line : Files.readAllLines(file)) {
      into.add(JSON.readTree(line));
    }
  }
}
