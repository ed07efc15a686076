package dev.countersign.it.process;

import static dev.countersign.it.AgentRunAssert.assertThat;

import com.example.acts.process.Survey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The acts of a table in one JVM with the agent and in one without it, and what came of each.
 *
 * <p>A table has a line for each act, columns two or more spaces apart:
 *
 * <pre>{@code
 * B03  commandReplaced  ended +fired  NIKA-SEC-011 none  /intent/argv/1
 * -    honest           ended +judged ended +judged
 * }</pre>
 *
 * the row of the bypass catalogue or field report, the act, what it does without the agent (which
 * shows that it does something), what it does with it, and for a refusal by difference where the
 * two differ.
 */
record SurveyRun(AgentRun run, Map<String, String> with, Map<String, String> without) {

  /** One line of a table. */
  record Row(String number, String act, String without, String with, String where, Jdk jdk) {
    @Override
    public String toString() {
      return number + " " + act + " on " + jdk;
    }
  }

  /** The lines of a table, each for that JDK. */
  static List<Row> rows(String table, Jdk jdk) {
    List<Row> rows = new ArrayList<>();
    for (String line : table.split("\n")) {
      String[] cells = line.strip().split(" {2,}");
      rows.add(
          new Row(cells[0], cells[1], cells[2], cells[3], cells.length > 4 ? cells[4] : null, jdk));
    }
    return rows;
  }

  /** Runs the acts of a table; the books of the run with the agent verify. */
  static SurveyRun of(AgentRun.Builder builder, Class<?> acts, String table) {
    List<String> arguments = new ArrayList<>(List.of(acts.getName()));
    rows(table, null).forEach(row -> arguments.add(row.act()));
    AgentRun run = builder.main(Survey.class, arguments.toArray(new String[0]));
    assertThat(run).succeeded().booksVerify();
    AgentRun plain = run.withoutAgent();
    assertThat(plain).succeeded();
    return new SurveyRun(run, lines(run), lines(plain));
  }

  private static Map<String, String> lines(AgentRun run) {
    Map<String, String> lines = new LinkedHashMap<>();
    for (String line : run.stdout().split("\n")) {
      int colon = line.indexOf(": ");
      lines.put(line.substring(0, colon), line.substring(colon + 2));
    }
    return lines;
  }

  /** Says that a line of the table is what happened. */
  void shows(Row row) {
    String where = run.directory().toString();
    org.assertj.core.api.Assertions.assertThat(without.get(row.act()))
        .as("without the agent, %s", where)
        .isEqualTo(row.without());
    org.assertj.core.api.Assertions.assertThat(with.get(row.act()))
        .as("with the agent, %s", where)
        .isEqualTo(row.with());
    if (row.where() != null) {
      org.assertj.core.api.Assertions.assertThat(differences().get(row.act()))
          .as("where it differs, %s", where)
          .isEqualTo(row.where());
    }
  }

  /** Of each refused act, the pointers in its denial. */
  private Map<String, String> differences() {
    Books books = Books.of(run);
    Iterator<JsonNode> denials = books.events("deny").iterator();
    Map<String, String> differences = new LinkedHashMap<>();
    with.forEach(
        (act, came) -> {
          if (came.startsWith("NIKA-") || came.startsWith("CS-")) {
            List<String> paths = new ArrayList<>();
            books
                .decisionOf(denials.next())
                .path("divergence")
                .path("paths")
                .forEach(path -> paths.add(path.asText()));
            differences.put(act, String.join(" ", paths));
          }
        });
    return differences;
  }
}
