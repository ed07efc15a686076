package dev.countersign.it.langchain4j;

import static dev.countersign.it.langchain4j.LangChain4j.CALL_CHANGED;
import static dev.countersign.it.langchain4j.LangChain4j.CALL_REPLAYED;
import static dev.countersign.it.langchain4j.LangChain4j.CALL_UNSUPPORTED;
import static dev.countersign.it.langchain4j.LangChain4j.START_CHANGED;

import dev.countersign.it.Measured;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;

/**
 * What an application can do with its tools, honestly and otherwise, and how it ends on every line
 * of the library that knows it.
 */
final class LineTable {

  /** Act and the first line that knows it: ends as it does without the agent. */
  private static final String[] HONEST = {
    "LineActs.tool 0",
    "LineActs.severalCalls 0",
    "LineActs.toolThatFails 0",
    "LineActs.argumentsThatFail 0",
    "LineActs.argumentsInWords 0",
    "LineActs.future 0",
    "LineActs.executorAlone 0",
    "LineActs.executorOfARequest 0",
    "LineActs.interceptor 0",
    "LineActs.jdkProxy 0",
    "LineActs.injectedMemoryId 0",
    "LineActs.unknownTool 0",
    "LineActs.subAgent 0",
    "LineActs.lambda 0",
    "LineActs.lambdaThatFails 0",
    "LineActs.lambdaThatFailsUndeclared 0",
    "LineActs.lambdaThatFailsUndeclaredWithACause 0",
    "LineActs.ownExecutor 0",
    "LineActs.executorOnAnotherThread 0",
    "LineActs.toolProvider 0",
    "LineActs.toolProviderOfALambda 0",
    "LineActs.decorator 0",
    "LineActs.decoratorThatRetriesWhereTwoAreAllowed 0",
    "StreamActs.tokens 0",
    "StreamActs.severalCalls 0",
    "StreamActs.lambda 0",
    "StreamActs.ownHandler 0",
    "From4Acts.concurrently 4",
    "From4Acts.concurrentLambdas 4",
    "From4Acts.errorHandler 4",
    "From4Acts.immediate 4",
    "From4Acts.eagerly 4",
    "From6Acts.withContext 6",
    "From6Acts.withContextThatFailsUndeclared 6",
    "From6Acts.withContextThatFailsUndeclaredWithACause 6",
    "From6Acts.subclass 6",
    "From6Acts.injectedContext 6",
    "From11Acts.callbacks 11",
    "From11Acts.partialCalls 11",
    "From17Acts.compensation 17",
  };

  /**
   * Act, the first line that knows it, what the model is told, and the line of output that shows
   * what happens without the agent.
   */
  private static final String[][] REFUSED = {
    {"LineActs.toolOnAnotherFile 0", START_CHANGED, "made: for nobody"},
    {"LineActs.toolThatHidesTheRefusal 0", START_CHANGED, "made: for nobody"},
    {"LineActs.argumentsToReadInTwoWays 0", CALL_UNSUPPORTED, "PAID 7"},
    {"LineActs.executorAloneOnAnotherFile 0", START_CHANGED, "made: for nobody"},
    {"LineActs.interceptorThatEditsArguments 0", CALL_CHANGED, "made: for nobody"},
    {"LineActs.jdkProxyOnAnotherFile 0", START_CHANGED, "made: for nobody"},
    {"LineActs.subAgentOnAnotherFile 0", START_CHANGED, "made: for nobody"},
    {"LineActs.lambdaOnAnotherFile 0", START_CHANGED, "made: for nobody"},
    {"LineActs.lambdaThatHidesTheRefusal 0", START_CHANGED, "made: for nobody"},
    {"LineActs.lambdaWithArgumentsToReadInTwoWays 0", CALL_UNSUPPORTED, "made: for everybody"},
    {"LineActs.ownExecutorOnAnotherFile 0", START_CHANGED, "made: for nobody"},
    {"LineActs.toolProviderOfALambdaOnAnotherFile 0", START_CHANGED, "made: for nobody"},
    {"LineActs.decoratorThatEditsArguments 0", CALL_CHANGED, "PAID 7"},
    {"LineActs.decoratorThatRetries 0", CALL_REPLAYED, "pay: paid 5paid 5"},
    {"LineActs.decoratorThatRetriesWithAnEqualRequest 0", CALL_REPLAYED, "pay: paid 5paid 5"},
    {"LineActs.decoratorThatRetriesAndHidesIt 0", CALL_REPLAYED, "pay: paid 5 twice"},
    {"StreamActs.anotherFile 0", START_CHANGED, "made: for nobody"},
    {"StreamActs.hidesTheRefusal 0", START_CHANGED, "made: for nobody"},
    {"StreamActs.lambdaOnAnotherFile 0", START_CHANGED, "made: for nobody"},
    {"StreamActs.ownHandlerOnAnotherFile 0", START_CHANGED, "made: for nobody"},
    {"From4Acts.concurrentlyWithOneOnAnotherFile 4", START_CHANGED, "made: for nobody"},
    {"From4Acts.concurrentLambdasOnAnotherFile 4", START_CHANGED, "made: for nobody"},
    {"From4Acts.errorHandlerOnAnotherFile 4", START_CHANGED, "made: for nobody"},
    {"From4Acts.immediateOnAnotherFile 4", START_CHANGED, "made: for nobody"},
    {"From4Acts.eagerlyOnAnotherFile 4", START_CHANGED, "made: for nobody"},
    {"From6Acts.withContextOnAnotherFile 6", START_CHANGED, "made: for nobody"},
    {"From6Acts.subclassThatSwapsTheRequest 6", CALL_CHANGED, "PAID 7"},
    {"From11Acts.callbacksOnAnotherFile 11", START_CHANGED, "made: for nobody"},
    {"From11Acts.partialCallsOnAnotherFile 11", START_CHANGED, "made: for nobody"},
  };

  /**
   * Before 1.6, services call what this one overrides; after, they call what it inherits, and it is
   * honest.
   */
  private static final String SWAPPING = "LineActs.subclassThatSwapsTheRequest";

  /** What this line makes of values. */
  private static List<Measured> measured(LibraryLine line) {
    return Measured.by(line.minor() < 18 ? "langchain4j 1.0" : "langchain4j 1.18");
  }

  private static String act(Measured row) {
    return "MeasuredActs.converts:" + row.call();
  }

  /** The acts that this line knows. */
  static List<String> acts(LibraryLine line) {
    List<String> acts = new ArrayList<>(List.of(SWAPPING));
    for (String row : HONEST) {
      addIfKnown(acts, row, line);
    }
    for (String[] row : REFUSED) {
      addIfKnown(acts, row[0], line);
    }
    measured(line).forEach(row -> acts.add(act(row)));
    return acts;
  }

  private static void addIfKnown(List<String> acts, String row, LibraryLine line) {
    String[] cells = row.split(" ");
    if (Integer.parseInt(cells[1]) <= line.minor()) {
      acts.add(cells[0]);
    }
  }

  /**
   * Compares what the acts printed on this line with the table.
   *
   * @param with the output of the run with the agent
   * @param without that of the one without
   */
  static void check(LibraryLine line, String with, String without) {
    Map<String, List<String>> bound = sections(with);
    Map<String, List<String>> free = sections(without);
    SoftAssertions all = new SoftAssertions();
    all.assertThat(bound.keySet()).as("%s", line).containsExactlyElementsOf(acts(line));
    for (String row : HONEST) {
      String act = row.split(" ")[0];
      all.assertThat(bound.get(act)).as("%s on %s", act, line).isEqualTo(free.get(act));
    }
    for (String[] row : REFUSED) {
      String act = row[0].split(" ")[0];
      if (bound.containsKey(act)) {
        checkRefused(all, act + " on " + line, bound.get(act), free.get(act), row[1], row[2]);
      }
    }
    if (line.minor() < 6) {
      checkRefused(all, SWAPPING, bound.get(SWAPPING), free.get(SWAPPING), CALL_CHANGED, "PAID 7");
    } else {
      all.assertThat(bound.get(SWAPPING)).as(SWAPPING).isEqualTo(free.get(SWAPPING));
    }
    for (Measured row : measured(line)) {
      checkMeasured(all, row + " on " + line, row, bound.get(act(row)), free.get(act(row)));
    }
    all.assertAll();
  }

  private static void checkMeasured(
      SoftAssertions all, String as, Measured row, List<String> bound, List<String> free) {
    if (row.made() == null) {
      all.assertThat(free)
          .as(as + ", without the agent")
          .noneMatch(printed -> printed.startsWith("RAN ON "));
    } else {
      all.assertThat(free).as(as + ", without the agent").contains("RAN ON " + row.made());
    }
    if (row.isLossy()) {
      checkRefused(all, as, bound, free, CALL_CHANGED, "RAN ON " + row.made());
    } else {
      all.assertThat(bound).as(as).isEqualTo(free);
    }
  }

  private static void checkRefused(
      SoftAssertions all,
      String as,
      List<String> bound,
      List<String> free,
      String told,
      String unprotected) {
    all.assertThat(free).as(as + ", without the agent").contains(unprotected);
    all.assertThat(bound)
        .as(as)
        .anyMatch(printed -> printed.endsWith(told))
        .noneMatch(printed -> printed.startsWith("ended by"))
        .contains("made: nothing")
        .doesNotContain(unprotected);
  }

  private static Map<String, List<String>> sections(String output) {
    Map<String, List<String>> sections = new LinkedHashMap<>();
    List<String> section = new ArrayList<>();
    for (String printed : output.lines().toList()) {
      if (printed.startsWith("== ")) {
        section = new ArrayList<>();
        sections.put(printed.substring(3), section);
      } else {
        section.add(printed);
      }
    }
    return sections;
  }

  private LineTable() {}
}
