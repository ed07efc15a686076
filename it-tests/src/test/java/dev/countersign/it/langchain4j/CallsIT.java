package dev.countersign.it.langchain4j;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static dev.countersign.it.langchain4j.LangChain4j.CALL_CHANGED;
import static dev.countersign.it.langchain4j.LangChain4j.START_CHANGED;
import static dev.countersign.it.langchain4j.LangChain4j.START_REPLAYED;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.langchain4j.CallActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;

/** Tool calls through LangChain4j and what their tools then do. */
class CallsIT {

  @OnEachJdk
  void anHonestCallRunsAsItDidBefore(Jdk jdk) {
    AgentRun run = act(jdk, "honest");

    assertThat(run).succeeded().sameAsWithoutAgent().created("copy").deniedNothing().booksVerify();
    Books books = Books.of(run);
    assertThat(books.allowedScopes()).containsExactly("tool.copy", "exec.cp");
    JsonNode tool = books.allows("tool.copy").get(0);
    JsonNode exec = books.allows("exec.cp").get(0);
    assertThat(exec.at("/context/parent")).isEqualTo(tool.path("call_id"));
    assertThat(books.decisionOf(tool).at("/previews/0")).isEqualTo(exec.at("/context/preview"));
    assertThat(books.outcomeRecordOf(exec).path("commit_digest"))
        .isEqualTo(exec.at("/context/preview"));
  }

  @OnEachJdk
  void theSameCallAgainIsAnotherCall(Jdk jdk) {
    AgentRun run = act(jdk, "honestTwiceInARow");

    assertThat(run).succeeded().sameAsWithoutAgent().deniedNothing().booksVerify();
    assertThat(Books.of(run).allowedScopes())
        .containsExactly("tool.copy", "exec.cp", "tool.copy", "exec.cp");
  }

  @OnEachJdk
  void anotherCommandIsRefusedAndTheModelIsTold(Jdk jdk) {
    AgentRun run = act(jdk, "anotherFile");

    assertThat(run)
        .succeeded()
        .printed("copySecret: " + START_CHANGED, "answer: done")
        .touchedNothing()
        .denied("NIKA-SEC-011")
        .booksVerify();
    Books books = Books.of(run);
    assertThat(books.decisionOf(books.events("deny").get(0)).at("/divergence/paths"))
        .extracting(JsonNode::asText)
        .containsExactly("/intent/argv/2");
  }

  @OnEachJdk
  void theApplicationLivesOnAfterARefusal(Jdk jdk) {
    AgentRun run = act(jdk, "anotherFileThenTheRightOne");

    assertThat(run)
        .succeeded()
        .printed("copySecret: " + START_CHANGED, "copy: copied", "answer: done")
        .created("copy")
        .booksVerify();
  }

  @OnEachJdk
  void aRefusalThatTheToolHidesReachesTheModelAllTheSame(Jdk jdk) {
    AgentRun run = act(jdk, "anotherFileQuietly");

    assertThat(run)
        .succeeded()
        .printed("copySecretQuietly: " + START_CHANGED, "answer: done")
        .touchedNothing()
        .booksVerify();
    Books books = Books.of(run);
    JsonNode tool = books.allows("tool.copysecretquietly").get(0);
    assertThat(books.outcomeRecordOf(tool).path("sticky").asBoolean()).isTrue();
    assertThat(books.outcomeOf(tool).path("body_state").asText()).isEqualTo("returned");
  }

  /** B35. */
  @OnEachJdk
  void whatWasApprovedOnceRunsOnce(Jdk jdk) {
    AgentRun run = act(jdk, "twiceWhatWasApprovedOnce");

    assertThat(run)
        .succeeded()
        .printed("copyTwice: " + START_REPLAYED, "answer: done")
        .created("copy")
        .denied("CS-REPLAY")
        .booksVerify();
  }

  /** B55: the preview of another call commits nothing. */
  @OnEachJdk
  void theFirstCallsCommandIsNotTheSecondCalls(Jdk jdk) {
    AgentRun run = act(jdk, "theFirstCallsCommandAgain");

    assertThat(run)
        .succeeded()
        .printed("copyKept: copied", "copyKept: " + START_CHANGED, "answer: done")
        .denied("NIKA-SEC-011")
        .booksVerify();
    assertThat(Books.of(run).allows("exec.cp")).hasSize(1);
  }

  /** B52: nothing is normalised, so the decomposed form is another name. */
  @OnEachJdk
  void anotherUnicodeFormIsAnotherName(Jdk jdk) {
    AgentRun run = act(jdk, "anotherUnicodeForm");

    assertThat(run)
        .succeeded()
        .printed("copyNormalised: " + START_CHANGED, "answer: done")
        .touchedNothing()
        .booksVerify();
  }

  /** B52: a look-alike of a tool's name is no tool; the framework says so itself. */
  @OnEachJdk
  void aLookAlikeOfAToolIsNoTool(Jdk jdk) {
    AgentRun run = act(jdk, "unknownTool");

    assertThat(run).exitedWith(1).sameAsWithoutAgent().touchedNothing().booksVerify();
    assertThat(Books.of(run).allowedScopes()).isEmpty();
  }

  @OnEachJdk
  void aFutureKeepsItsCallOpenUntilItIsDone(Jdk jdk) {
    AgentRun run = act(jdk, "inTheBackground");

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
    AgentRun run = act(jdk, "concurrent");

    assertThat(run).succeeded().sameAsWithoutAgent().created("copy").deniedNothing().booksVerify();
    assertThat(Books.of(run).allowedScopes())
        .containsExactlyInAnyOrder("tool.say", "tool.say", "tool.say", "tool.copy", "exec.cp");
  }

  @OnEachJdk
  void oneRefusedOfManyConcurrentToolsLeavesTheOthersAlone(Jdk jdk) {
    AgentRun run = act(jdk, "concurrentWithOneRefused");

    assertThat(run)
        .succeeded()
        .printed("say: a", "copySecret: " + START_CHANGED, "copy: copied", "answer: done")
        .created("copy")
        .booksVerify();
  }

  @OnEachJdk
  void exceptionsOfAToolLeaveAsTheyDidBefore(Jdk jdk) {
    for (String act :
        new String[] {
          "fails", "failsChecked", "failsAsError", "failsWithoutMessage", "noSuchProgram"
        }) {
      AgentRun run = act(jdk, act);

      assertThat(run).sameAsWithoutAgent().touchedNothing().booksVerify();
      Books books = Books.of(run);
      assertThat(books.events("outcome"))
          .anySatisfy(
              outcome -> assertThat(outcome.path("body_state").asText()).isEqualTo("raised"));
    }
  }

  @OnEachJdk
  void anExecutorWithoutAServiceIsBoundAsWell(Jdk jdk) {
    AgentRun run = act(jdk, "executorAlone");

    assertThat(run).succeeded().sameAsWithoutAgent().created("copy").deniedNothing().booksVerify();
    assertThat(Books.of(run).allowedScopes()).containsExactly("tool.copy", "exec.cp");
  }

  @OnEachJdk
  void anExecutorWithoutAServiceAnswersWithTheRefusal(Jdk jdk) {
    AgentRun run = act(jdk, "executorAloneOnAnotherFile");

    assertThat(run).succeeded().printed(START_CHANGED).touchedNothing().booksVerify();
  }

  /** B28: a lambda never reaches a transformer; its call is bound where the framework calls it. */
  @OnEachJdk
  void aLambdaIsBoundWhereTheFrameworkCallsIt(Jdk jdk) {
    AgentRun run = act(jdk, "lambda");

    assertThat(run).succeeded().sameAsWithoutAgent().created("copy").deniedNothing().booksVerify();
    assertThat(Books.of(run).allowedScopes()).containsExactly("tool.copy", "exec.cp");
  }

  /** B28: the binding is coarser there, which is said. */
  @OnEachJdk
  void toolsThatAreBoundAtTheirExecutorOnlyAreAnnounced(Jdk jdk) {
    for (String act : new String[] {"lambda", "ownExecutor", "jdkProxy"}) {
      AgentRun run = act(jdk, act);

      assertThat(run.agentLines())
          .as(act)
          .filteredOn(line -> line.contains("is bound only where LangChain4j calls it"))
          .hasSize(1);
    }
  }

  /** The digest of a definition is that of what the model saw; what was not seen has none. */
  @OnEachJdk
  void aCallWithoutASeenDefinitionIsAnnounced(Jdk jdk) {
    AgentRun alone = act(jdk, "executorAlone");
    AgentRun honest = act(jdk, "honest");

    String hole = "tool_pin";
    assertThat(alone.agentLines()).filteredOn(line -> line.contains(hole)).hasSize(1);
    assertThat(honest.agentLines()).noneMatch(line -> line.contains(hole));
  }

  /** B28. */
  @OnEachJdk
  void aLambdaThatStartsAnotherCommandIsRefused(Jdk jdk) {
    AgentRun run = act(jdk, "lambdaOnAnotherFile");

    assertThat(run)
        .succeeded()
        .printed("copy: " + START_CHANGED, "answer: done")
        .touchedNothing()
        .booksVerify();
  }

  @OnEachJdk
  void anExecutorOfTheApplicationsOwnIsBoundWhereTheFrameworkCallsIt(Jdk jdk) {
    AgentRun run = act(jdk, "ownExecutor");

    assertThat(run).succeeded().sameAsWithoutAgent().created("copy").deniedNothing().booksVerify();
    assertThat(Books.of(run).allowedScopes()).containsExactly("tool.copy", "exec.cp");
  }

  /** B49: outer and inner entry of one call are one call. */
  @OnEachJdk
  void aSubclassAroundAToolIsOneCall(Jdk jdk) {
    AgentRun run = act(jdk, "subclass");

    assertThat(run).succeeded().sameAsWithoutAgent().deniedNothing().booksVerify();
    assertThat(Books.of(run).allowedScopes()).containsExactly("tool.copy", "exec.cp");
  }

  /** B49, B47: the body that owns the call sees other arguments than were judged. */
  @OnEachJdk
  void aSubclassThatChangesAnArgumentIsRefused(Jdk jdk) {
    AgentRun run = act(jdk, "subclassThatChangesAnArgument");

    assertThat(run)
        .succeeded()
        .printed("copy: " + CALL_CHANGED, "answer: done")
        .touchedNothing()
        .booksVerify();
  }

  /** B47. */
  @OnEachJdk
  void aSubclassThatMutatesAnArgumentIsRefused(Jdk jdk) {
    AgentRun run = act(jdk, "subclassThatMutatesAnArgument");

    assertThat(run).succeeded().printed("pay: " + CALL_CHANGED, "answer: done").booksVerify();
    Books books = Books.of(run);
    assertThat(books.outcomeRecordOf(books.allows("tool.pay").get(0)).at("/divergence/paths"))
        .extracting(JsonNode::asText)
        .contains("/intent/arguments/order");
  }

  /** B49: behind a proxy of the JDK, the call is bound where the framework calls the proxy. */
  @OnEachJdk
  void aToolBehindAJdkProxyIsOneCall(Jdk jdk) {
    AgentRun run = act(jdk, "jdkProxy");

    assertThat(run).succeeded().sameAsWithoutAgent().deniedNothing().booksVerify();
    assertThat(Books.of(run).allowedScopes()).containsExactly("tool.copy", "exec.cp");
  }

  @OnEachJdk
  void aToolBehindAJdkProxyThatStartsAnotherCommandIsRefused(Jdk jdk) {
    AgentRun run = act(jdk, "jdkProxyOnAnotherFile");

    assertThat(run)
        .succeeded()
        .printed("copy: " + START_CHANGED, "answer: done")
        .touchedNothing()
        .booksVerify();
  }

  /** B50: one call each; the bridge that the compiler adds counts nothing. */
  @OnEachJdk
  void overloadsAreToldApart(Jdk jdk) {
    AgentRun run = act(jdk, "overloads");

    assertThat(run).succeeded().sameAsWithoutAgent().deniedNothing().booksVerify();
    assertThat(Books.of(run).allowedScopes()).containsExactly("tool.saynumber", "tool.saytext");
  }

  @OnEachJdk
  void aToolThatCallsItselfOrAnotherIsOneCall(Jdk jdk) {
    for (String act :
        new String[] {
          "recursion", "toolThatCallsAnother", "synchronizedTool", "overloadThatTakesAnything"
        }) {
      AgentRun run = act(jdk, act);

      assertThat(run).succeeded().sameAsWithoutAgent().deniedNothing().booksVerify();
      assertThat(Books.of(run).allowedScopes()).hasSize(1);
    }
  }

  private static AgentRun act(Jdk jdk, String name) {
    return LangChain4j.application(jdk).main(CallActs.class, name);
  }
}
