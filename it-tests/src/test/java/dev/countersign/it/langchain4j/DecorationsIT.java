package dev.countersign.it.langchain4j;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static dev.countersign.it.langchain4j.LangChain4j.CALL_CHANGED;
import static dev.countersign.it.langchain4j.LangChain4j.CALL_REPLAYED;
import static dev.countersign.it.langchain4j.LangChain4j.CALL_UNSUPPORTED;
import static dev.countersign.it.langchain4j.LangChain4j.honest;
import static dev.countersign.it.langchain4j.LangChain4j.refused;
import static dev.countersign.it.langchain4j.LangChain4j.refusedInPart;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.langchain4j.DecorationActs;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;

/** Executors around the framework's own: one call of the model is one effect. */
class DecorationsIT {

  @OnEachJdk
  void aSubclassThatAnswersByItselfIsBoundWhereTheFrameworkCallsIt(Jdk jdk) {
    Books books = honest(act(jdk, "subclassThatAnswersByItself"), "tool.pay");

    assertThat(books.outcomeRecordOf(books.allows("tool.pay").get(0)).path("commit_digest"))
        .isEqualTo(books.allows("tool.pay").get(0).at("/context/preview"));
  }

  /** Nothing of ours comes after the service's own call of such an executor. */
  @OnEachJdk
  void aSubclassThatAnswersByItselfCarriesNoDeniedCallOut(Jdk jdk) {
    AgentRun run = act(jdk, "subclassThatAnswersToADeniedCall");

    assertThat(run)
        .succeeded()
        .printed("pay: " + CALL_UNSUPPORTED, "answer: done")
        .denied("CS-UNSUPPORTED")
        .booksVerify();
  }

  @OnEachJdk
  void anHonestDecorationIsOneCall(Jdk jdk) {
    for (String act : new String[] {"once", "subclassThatHandsOn", "twoLayers"}) {
      Books books = honest(act(jdk, act), "tool.pay");

      assertThat(books.outcomeOf(books.allows("tool.pay").get(0)).path("body_state").asText())
          .isEqualTo("returned");
    }
  }

  /** Spec 1.6, law 3: a retry that fires again is a commit. */
  @OnEachJdk
  void aRetryIsNotApprovedByWhatWasApprovedOnce(Jdk jdk) {
    for (String act : new String[] {"twice", "twiceInTheRicherMethod", "twiceWithEqualRequests"}) {
      AgentRun run = act(jdk, act);

      assertPaidOnce(run);
      assertThat(Books.of(run).allowedScopes()).containsExactly("tool.pay");
    }
  }

  @OnEachJdk
  void aRetryOfASubclassIsNotApprovedEither(Jdk jdk) {
    assertPaidOnce(act(jdk, "subclassThatHandsOnTwice"));
  }

  @OnEachJdk
  void theModelIsToldOfARefusedRetryAlsoWhereItIsHidden(Jdk jdk) {
    refusedInPart(
        act(jdk, "twiceAndHidesTheRefusal"), "PAID 5", "pay: " + CALL_REPLAYED, "answer: done");
  }

  @OnEachJdk
  void aRetryOnAnotherThreadIsOneAsWell(Jdk jdk) {
    assertPaidOnce(act(jdk, "twiceOnOtherThreads"));
  }

  @OnEachJdk
  void aRetryMayFireWhereTwoUsesAreAllowed(Jdk jdk) {
    honest(act(jdk, "twiceWhereTwoAreAllowed"), "tool.paytwice", "tool.paytwice");
  }

  /** The method is compared with what the model asked for, not with what a decorator made of it. */
  @OnEachJdk
  void aDecoratorThatChangesAnArgumentIsRefused(Jdk jdk) {
    AgentRun run = act(jdk, "withOtherArguments");

    refused(run, "pay: " + CALL_CHANGED, "answer: done");
    assertThat(run).denied("NIKA-SEC-011");
  }

  private static void assertPaidOnce(AgentRun run) {
    assertThat(run).denied("CS-REPLAY").booksVerify();
    assertPaid(run, 1);
    assertPaid(run.withoutAgent(), 2);
  }

  private static void assertPaid(AgentRun run, int times) {
    assertThat(run.stdout().lines().filter(line -> line.startsWith("PAID"))).hasSize(times);
  }

  private static AgentRun act(Jdk jdk, String name) {
    return LangChain4j.application(jdk).main(DecorationActs.class, name);
  }
}
