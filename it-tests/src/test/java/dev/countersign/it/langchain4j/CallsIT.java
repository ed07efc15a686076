package dev.countersign.it.langchain4j;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static dev.countersign.it.langchain4j.LangChain4j.CALL_CHANGED;
import static dev.countersign.it.langchain4j.LangChain4j.START_CHANGED;
import static dev.countersign.it.langchain4j.LangChain4j.START_REPLAYED;
import static dev.countersign.it.langchain4j.LangChain4j.differing;
import static dev.countersign.it.langchain4j.LangChain4j.honest;
import static dev.countersign.it.langchain4j.LangChain4j.refused;
import static dev.countersign.it.langchain4j.LangChain4j.refusedInPart;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.langchain4j.CallActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;

/** Tool calls through LangChain4j and what their tools then do. */
class CallsIT {

  private static final ActTable TABLE =
      new ActTable(
          LangChain4j::application,
          CallActs.class,
          "honest",
          "honestTwiceInARow",
          "anotherFile",
          "anotherFileThenTheRightOne",
          "anotherFileQuietly",
          "twiceWhatWasApprovedOnce",
          "theFirstCallsCommandAgain",
          "anotherUnicodeForm",
          "unknownTool",
          "concurrent",
          "concurrentWithOneRefused",
          "executorAlone",
          "executorAloneOnAnotherFile",
          "lambda",
          "lambdaOnAnotherFile",
          "ownExecutor",
          "subclass",
          "subclassThatChangesAnArgument",
          "subclassThatMutatesAnArgument",
          "anotherThreadThatMutatesAnArgument",
          "generatedSubclass",
          "generatedSubclassThatChangesAnArgument",
          "hiddenClass",
          "hiddenClassOnAnotherFile",
          "namesThatAreMistaken",
          "jdkProxy",
          "jdkProxyOnAnotherFile",
          "overloads",
          "recursion",
          "toolThatCallsAnother",
          "synchronizedTool",
          "overloadThatTakesAnything",
          "fails",
          "failsChecked",
          "failsAsError",
          "failsWithoutMessage",
          "noSuchProgram");

  @OnEachJdk
  void anHonestCallRunsAsItDidBefore(Jdk jdk) {
    Books books = honest(TABLE, jdk, "honest", "tool.copy", "exec.cp");
    assertThat(TABLE.with(jdk, "honest").changed()).isEqualTo("+copy");
    JsonNode tool = books.allows("tool.copy").get(0);
    JsonNode exec = books.allows("exec.cp").get(0);
    assertThat(exec.at("/context/parent")).isEqualTo(tool.path("call_id"));
    assertThat(books.decisionOf(tool).at("/previews/0")).isEqualTo(exec.at("/context/preview"));
    assertThat(books.outcomeRecordOf(exec).path("commit_digest"))
        .isEqualTo(exec.at("/context/preview"));
  }

  @OnEachJdk
  void theSameCallAgainIsAnotherCall(Jdk jdk) {
    honest(TABLE, jdk, "honestTwiceInARow", "tool.copy", "exec.cp", "tool.copy", "exec.cp");
  }

  @OnEachJdk
  void anotherCommandIsRefusedAndTheModelIsTold(Jdk jdk) {
    Books books =
        refused(TABLE, jdk, "anotherFile", "copySecret: " + START_CHANGED, "answer: done");

    assertThat(books.decisionOf(books.events("deny").get(0)).at("/divergence/paths"))
        .extracting(JsonNode::asText)
        .containsExactly("/intent/argv/2");
  }

  @OnEachJdk
  void theApplicationLivesOnAfterARefusal(Jdk jdk) {
    String act = "anotherFileThenTheRightOne";

    refusedInPart(TABLE, jdk, act, "copySecret: " + START_CHANGED, "copy: copied", "answer: done");
    assertThat(TABLE.with(jdk, act).changed()).isEqualTo("+copy");
  }

  @OnEachJdk
  void aRefusalThatTheToolHidesReachesTheModelAllTheSame(Jdk jdk) {
    Books books =
        refused(
            TABLE,
            jdk,
            "anotherFileQuietly",
            "copySecretQuietly: " + START_CHANGED,
            "answer: done");

    JsonNode tool = books.allows("tool.copysecretquietly").get(0);
    assertThat(books.outcomeRecordOf(tool).path("sticky").asBoolean()).isTrue();
    assertThat(books.outcomeOf(tool).path("body_state").asText()).isEqualTo("returned");
  }

  /** B35. */
  @OnEachJdk
  void whatWasApprovedOnceRunsOnce(Jdk jdk) {
    String act = "twiceWhatWasApprovedOnce";

    Books books = refusedInPart(TABLE, jdk, act, "copyTwice: " + START_REPLAYED, "answer: done");
    assertThat(TABLE.with(jdk, act).changed()).isEqualTo("+copy");
    assertThat(books.denialCodes()).containsExactly("CS-REPLAY");
  }

  /** B55: the preview of another call commits nothing. */
  @OnEachJdk
  void theFirstCallsCommandIsNotTheSecondCalls(Jdk jdk) {
    Books books =
        refusedInPart(
            TABLE,
            jdk,
            "theFirstCallsCommandAgain",
            "copyKept: copied",
            "copyKept: " + START_CHANGED,
            "answer: done");

    assertThat(books.allows("exec.cp")).hasSize(1);
  }

  /** B52: nothing is normalised, so the decomposed form is another name. */
  @OnEachJdk
  void anotherUnicodeFormIsAnotherName(Jdk jdk) {
    refused(TABLE, jdk, "anotherUnicodeForm", "copyNormalised: " + START_CHANGED, "answer: done");
  }

  /** B52: a look-alike of a tool's name is no tool; the framework says so itself. */
  @OnEachJdk
  void aLookAlikeOfAToolIsNoTool(Jdk jdk) {
    TABLE.isSame(jdk, "unknownTool");
    assertThat(TABLE.with(jdk, "unknownTool").ending()).startsWith("threw ");
    assertThat(TABLE.with(jdk, "unknownTool").changed()).isEqualTo("none");
    assertThat(TABLE.books(jdk, "unknownTool").allowedScopes()).isEmpty();
  }

  @OnEachJdk
  void aFutureKeepsItsCallOpenUntilItIsDone(Jdk jdk) {
    // Its outcome is written when its future ends, which is no moment of the act.
    AgentRun run = LangChain4j.application(jdk).main(CallActs.class, "inTheBackground");

    assertThat(run)
        .succeeded()
        .printedSomewhere("later: copied")
        .created("copy")
        .deniedNothing()
        .booksVerify();
    Books books = Books.of(run);
    assertThat(books.allowedScopes()).containsExactly("tool.copylater", "exec.cp");
    JsonNode tool = books.allows("tool.copylater").get(0);
    assertThat(tool.path("capture").asText()).isEqualTo("wrapper_async");
    assertThat(books.outcomeOf(tool).path("body_state").asText()).isEqualTo("returned");
  }

  @OnEachJdk
  void concurrentToolsEachHaveTheirOwnCall(Jdk jdk) {
    TABLE.runsAsWithout(jdk, "concurrent");
    assertThat(TABLE.with(jdk, "concurrent").changed()).isEqualTo("+copy");
    assertThat(TABLE.books(jdk, "concurrent").denialCodes()).isEmpty();
    assertThat(TABLE.books(jdk, "concurrent").allowedScopes())
        .containsExactlyInAnyOrder("tool.say", "tool.say", "tool.say", "tool.copy", "exec.cp");
  }

  @OnEachJdk
  void oneRefusedOfManyConcurrentToolsLeavesTheOthersAlone(Jdk jdk) {
    String act = "concurrentWithOneRefused";

    refusedInPart(
        TABLE, jdk, act, "say: a", "copySecret: " + START_CHANGED, "copy: copied", "answer: done");
    assertThat(TABLE.with(jdk, act).changed()).isEqualTo("+copy");
  }

  @OnEachJdk
  void exceptionsOfAToolLeaveAsTheyDidBefore(Jdk jdk) {
    for (String act :
        new String[] {
          "fails", "failsChecked", "failsAsError", "failsWithoutMessage", "noSuchProgram"
        }) {
      TABLE.isSame(jdk, act);
      assertThat(TABLE.with(jdk, act).changed()).as(act).isEqualTo("none");
      assertThat(TABLE.books(jdk, act).events("outcome"))
          .as(act)
          .anySatisfy(
              outcome -> assertThat(outcome.path("body_state").asText()).isEqualTo("raised"));
    }
  }

  @OnEachJdk
  void anExecutorWithoutAServiceIsBoundAsWell(Jdk jdk) {
    honest(TABLE, jdk, "executorAlone", "tool.copy", "exec.cp");
  }

  @OnEachJdk
  void anExecutorWithoutAServiceAnswersWithTheRefusal(Jdk jdk) {
    refused(TABLE, jdk, "executorAloneOnAnotherFile", START_CHANGED);
  }

  /** B28: a lambda never reaches a transformer; its call is bound where the framework calls it. */
  @OnEachJdk
  void aLambdaIsBoundWhereTheFrameworkCallsIt(Jdk jdk) {
    honest(TABLE, jdk, "lambda", "tool.copy", "exec.cp");
  }

  /** B28: the binding is coarser there, which is said. */
  @OnEachJdk
  void toolsThatAreBoundAtTheirExecutorOnlyAreAnnounced(Jdk jdk) {
    for (String act : new String[] {"lambda", "ownExecutor", "jdkProxy", "hiddenClass"}) {
      assertThat(TABLE.with(jdk, act).agentLines())
          .as(act)
          .filteredOn(line -> line.contains("is bound only where LangChain4j calls it"))
          .hasSize(1);
    }
  }

  /** The digest of a definition is that of what the model saw; what was not seen has none. */
  @OnEachJdk
  void aCallWithoutASeenDefinitionIsAnnounced(Jdk jdk) {
    String hole = "tool_pin";
    assertThat(TABLE.with(jdk, "executorAlone").agentLines())
        .filteredOn(line -> line.contains(hole))
        .hasSize(1);
    assertThat(TABLE.with(jdk, "honest").agentLines()).noneMatch(line -> line.contains(hole));
  }

  /** B28. */
  @OnEachJdk
  void aLambdaThatStartsAnotherCommandIsRefused(Jdk jdk) {
    refused(TABLE, jdk, "lambdaOnAnotherFile", "copy: " + START_CHANGED, "answer: done");
  }

  @OnEachJdk
  void anExecutorOfTheApplicationsOwnIsBoundWhereTheFrameworkCallsIt(Jdk jdk) {
    honest(TABLE, jdk, "ownExecutor", "tool.copy", "exec.cp");
  }

  /** B49: outer and inner entry of one call are one call. */
  @OnEachJdk
  void aSubclassAroundAToolIsOneCall(Jdk jdk) {
    honest(TABLE, jdk, "subclass", "tool.copy", "exec.cp");
  }

  /** B49, B47: the body that owns the call sees other arguments than were judged. */
  @OnEachJdk
  void aSubclassThatChangesAnArgumentIsRefused(Jdk jdk) {
    refused(TABLE, jdk, "subclassThatChangesAnArgument", "copy: " + CALL_CHANGED, "answer: done");
  }

  /** B47. */
  @OnEachJdk
  void aSubclassThatMutatesAnArgumentIsRefused(Jdk jdk) {
    Books books =
        refused(
            TABLE, jdk, "subclassThatMutatesAnArgument", "pay: " + CALL_CHANGED, "answer: done");

    assertThat(differing(books, "tool.pay")).contains("/intent/arguments/order");
  }

  /** B47: what a framework made for the call is the body's alone from its entry on. */
  @OnEachJdk
  void aThreadThatMutatesAnArgumentOfTheRunningBodyChangesNothing(Jdk jdk) {
    String act = "anotherThreadThatMutatesAnArgument";

    assertThat(TABLE.with(jdk, act).ending()).isEqualTo("ended");
    assertThat(TABLE.with(jdk, act).printed())
        .containsExactly("payWhenTold: paid bob", "answer: done");
    assertThat(TABLE.books(jdk, act).denialCodes()).isEmpty();
    assertThat(TABLE.without(jdk, act).printed()).startsWith("payWhenTold: paid mallory");
  }

  /** B49: a generated subclass, as CGLIB makes it. */
  @OnEachJdk
  void aGeneratedSubclassAroundAToolIsOneCall(Jdk jdk) {
    honest(TABLE, jdk, "generatedSubclass", "tool.copy", "exec.cp");
  }

  /** B49, B47. */
  @OnEachJdk
  void aGeneratedSubclassThatChangesAnArgumentIsRefused(Jdk jdk) {
    Books books =
        refused(
            TABLE,
            jdk,
            "generatedSubclassThatChangesAnArgument",
            "copy: " + CALL_CHANGED,
            "answer: done");

    assertThat(differing(books, "tool.copy")).containsExactly("/intent/arguments/from");
  }

  /** B28: a hidden class is bound where the framework calls its method. */
  @OnEachJdk
  void aToolInAHiddenClassIsOneCall(Jdk jdk) {
    honest(TABLE, jdk, "hiddenClass", "tool.copyhidden", "exec.cp");
  }

  /** B28. */
  @OnEachJdk
  void aToolInAHiddenClassThatStartsAnotherCommandIsRefused(Jdk jdk) {
    refused(
        TABLE,
        jdk,
        "hiddenClassOnAnotherFile",
        "copySecretHidden: " + START_CHANGED,
        "answer: done");
  }

  /** B52, B56 (h): they are what they are called, the books say so on one line each. */
  @OnEachJdk
  void namesThatCanBeMistakenAreFindings(Jdk jdk) {
    Books books =
        honest(
            TABLE,
            jdk,
            "namesThatAreMistaken",
            "tool.c_py",
            "tool.x___event___outcome___call_id___forged__");

    assertThat(books.toolAllows())
        .allSatisfy(
            allow ->
                assertThat(books.decisionOf(allow).at("/findings/0").asText())
                    .isEqualTo("confusable"));
    assertThat(books.entries()).noneMatch(entry -> entry.path("call_id").asText().equals("forged"));
  }

  /** B49: behind a proxy of the JDK, the call is bound where the framework calls the proxy. */
  @OnEachJdk
  void aToolBehindAJdkProxyIsOneCall(Jdk jdk) {
    honest(TABLE, jdk, "jdkProxy", "tool.copy", "exec.cp");
  }

  @OnEachJdk
  void aToolBehindAJdkProxyThatStartsAnotherCommandIsRefused(Jdk jdk) {
    refused(TABLE, jdk, "jdkProxyOnAnotherFile", "copy: " + START_CHANGED, "answer: done");
  }

  /** B50: one call each; the bridge that the compiler adds counts nothing. */
  @OnEachJdk
  void overloadsAreToldApart(Jdk jdk) {
    honest(TABLE, jdk, "overloads", "tool.saynumber", "tool.saytext");
  }

  @OnEachJdk
  void aToolThatCallsItselfOrAnotherIsOneCall(Jdk jdk) {
    honest(TABLE, jdk, "recursion", "tool.count");
    honest(TABLE, jdk, "toolThatCallsAnother", "tool.helping");
    honest(TABLE, jdk, "synchronizedTool", "tool.locked");
    honest(TABLE, jdk, "overloadThatTakesAnything", "tool.saysomething");
  }
}
