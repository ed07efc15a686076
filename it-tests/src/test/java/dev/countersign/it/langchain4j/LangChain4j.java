package dev.countersign.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.Act;
import dev.countersign.it.ActTable;
import dev.countersign.it.ActTable.Performed;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs an act on the real library: what every test of this package begins with. */
final class LangChain4j {

  /** What a process start says that changed between its approval and its sink. */
  static final String START_CHANGED =
      "[NIKA-SEC-011] Refused: this process start changed after it was approved. Nothing was executed. You may request the"
          + " same tool call again with its original arguments, or continue without it.";

  /** What a tool call says whose arguments changed. */
  static final String CALL_CHANGED =
      "[NIKA-SEC-011] Refused: this tool call changed after it was approved. Nothing was executed. You may request the"
          + " same tool call again with its original arguments, or continue without it.";

  /** What a tool call says whose arguments cannot be verified. */
  static final String CALL_UNSUPPORTED =
      "[CS-UNSUPPORTED] Refused: this tool call contains a value that cannot be verified. You may request it again with"
          + " plain values.";

  /** What a process start says that was executed already. */
  static final String START_REPLAYED =
      "[CS-REPLAY] Refused: this process start was already executed once. Nothing was executed again. You may continue"
          + " with the earlier result.";

  /** What a tool call says that was executed already. */
  static final String CALL_REPLAYED =
      "[CS-REPLAY] Refused: this tool call was already executed once. Nothing was executed again. You may continue with"
          + " the earlier result.";

  /** Where the tests' own classes are, the acts among them. */
  static Path testClasses() {
    try {
      return Path.of(Act.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** An application on LangChain4j with a page that it may copy and a secret that it may not. */
  static AgentRun.Builder application(Jdk jdk) {
    return AgentRun.on(jdk)
        .libraries(
            "langchain4j-1",
            "langchain4j-core",
            "jackson",
            "jspecify",
            "slf4j-api",
            "opennlp",
            "byte-buddy")
        .with("langchain4j.yaml")
        .file("page", "for everybody\n")
        .file("secret", "for nobody\n");
  }

  /**
   * An honest act: it does what it does without the agent, nothing is denied, and the books have
   * exactly these calls and effects.
   */
  static Books honest(ActTable table, Jdk jdk, String act, String... scopes) {
    table.runsAsWithout(jdk, act);
    Books books = table.books(jdk, act);
    assertThat(books.denialCodes()).as(act).isEmpty();
    assertThat(books.allowedScopes()).as(act).containsExactly(scopes);
    return books;
  }

  /**
   * An attack that works without the agent: with it the model is told these lines and no file is
   * touched.
   */
  static Books refused(ActTable table, Jdk jdk, String act, String... told) {
    assertThat(table.with(jdk, act).changed()).as(act).isEqualTo("none");
    return refusedInPart(table, jdk, act, told);
  }

  /** As {@link #refused}, where something else of the same act was approved. */
  static Books refusedInPart(ActTable table, Jdk jdk, String act, String... told) {
    Performed with = table.with(jdk, act);
    Performed without = table.without(jdk, act);
    assertThat(with.ending()).as(act).isEqualTo("ended");
    assertThat(with.printed()).as(act).containsExactly(told);
    assertThat(without.ending()).as("%s without the agent", act).isEqualTo("ended");
    assertThat(without.printed())
        .as("%s works without the agent", act)
        .isNotEqualTo(with.printed())
        .noneMatch(line -> line.contains("Refused"));
    return table.books(jdk, act);
  }

  /** Where the call of that scope differed, by the record of its outcome. */
  static List<String> differing(Books books, String scope) {
    List<String> paths = new ArrayList<>();
    books
        .outcomeRecordOf(books.allows(scope).get(0))
        .at("/divergence/paths")
        .forEach(path -> paths.add(path.asText()));
    return paths;
  }

  private LangChain4j() {}
}
