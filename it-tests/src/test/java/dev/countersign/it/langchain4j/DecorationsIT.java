package dev.countersign.it.langchain4j;

import static dev.countersign.it.langchain4j.LangChain4j.CALL_CHANGED;
import static dev.countersign.it.langchain4j.LangChain4j.CALL_REPLAYED;
import static dev.countersign.it.langchain4j.LangChain4j.CALL_UNSUPPORTED;
import static dev.countersign.it.langchain4j.LangChain4j.honest;
import static dev.countersign.it.langchain4j.LangChain4j.refused;
import static dev.countersign.it.langchain4j.LangChain4j.refusedInPart;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.langchain4j.DecorationActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.ActTable.Performed;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;

/** Executors around the framework's own: one call of the model is one effect. */
class DecorationsIT {

  private static final ActTable TABLE =
      new ActTable(
          LangChain4j::application,
          DecorationActs.class,
          "subclassThatAnswersByItself",
          "subclassThatAnswersToADeniedCall",
          "once",
          "subclassThatHandsOn",
          "twoLayers",
          "twice",
          "twiceInTheRicherMethod",
          "twiceWithEqualRequests",
          "subclassThatHandsOnTwice",
          "twiceAndHidesTheRefusal",
          "twiceOnOtherThreads",
          "twiceWhereTwoAreAllowed",
          "withOtherArguments");

  @OnEachJdk
  void aSubclassThatAnswersByItselfIsBoundWhereTheFrameworkCallsIt(Jdk jdk) {
    Books books = honest(TABLE, jdk, "subclassThatAnswersByItself", "tool.pay");

    assertThat(books.outcomeRecordOf(books.allows("tool.pay").get(0)).path("commit_digest"))
        .isEqualTo(books.allows("tool.pay").get(0).at("/context/preview"));
  }

  /** Nothing of ours comes after the service's own call of such an executor. */
  @OnEachJdk
  void aSubclassThatAnswersByItselfCarriesNoDeniedCallOut(Jdk jdk) {
    Books books =
        refused(
            TABLE,
            jdk,
            "subclassThatAnswersToADeniedCall",
            "pay: " + CALL_UNSUPPORTED,
            "answer: done");

    assertThat(books.denialCodes()).contains("CS-UNSUPPORTED");
  }

  @OnEachJdk
  void anHonestDecorationIsOneCall(Jdk jdk) {
    for (String act : new String[] {"once", "subclassThatHandsOn", "twoLayers"}) {
      Books books = honest(TABLE, jdk, act, "tool.pay");

      assertThat(books.outcomeOf(books.allows("tool.pay").get(0)).path("body_state").asText())
          .isEqualTo("returned");
    }
  }

  /** Spec 1.6, law 3: a retry that fires again is a commit. */
  @OnEachJdk
  void aRetryIsNotApprovedByWhatWasApprovedOnce(Jdk jdk) {
    for (String act : new String[] {"twice", "twiceInTheRicherMethod", "twiceWithEqualRequests"}) {
      assertPaidOnce(jdk, act);
      assertThat(TABLE.books(jdk, act).allowedScopes()).containsExactly("tool.pay");
    }
  }

  @OnEachJdk
  void aRetryOfASubclassIsNotApprovedEither(Jdk jdk) {
    assertPaidOnce(jdk, "subclassThatHandsOnTwice");
  }

  @OnEachJdk
  void theModelIsToldOfARefusedRetryAlsoWhereItIsHidden(Jdk jdk) {
    refusedInPart(
        TABLE, jdk, "twiceAndHidesTheRefusal", "PAID 5", "pay: " + CALL_REPLAYED, "answer: done");
  }

  @OnEachJdk
  void aRetryOnAnotherThreadIsOneAsWell(Jdk jdk) {
    assertPaidOnce(jdk, "twiceOnOtherThreads");
  }

  @OnEachJdk
  void aRetryMayFireWhereTwoUsesAreAllowed(Jdk jdk) {
    honest(TABLE, jdk, "twiceWhereTwoAreAllowed", "tool.paytwice", "tool.paytwice");
  }

  /** The method is compared with what the model asked for, not with what a decorator made of it. */
  @OnEachJdk
  void aDecoratorThatChangesAnArgumentIsRefused(Jdk jdk) {
    Books books = refused(TABLE, jdk, "withOtherArguments", "pay: " + CALL_CHANGED, "answer: done");

    assertThat(books.denialCodes()).contains("NIKA-SEC-011");
  }

  private static void assertPaidOnce(Jdk jdk, String act) {
    assertThat(TABLE.books(jdk, act).denialCodes()).contains("CS-REPLAY");
    assertPaid(TABLE.with(jdk, act), 1);
    assertPaid(TABLE.without(jdk, act), 2);
  }

  private static void assertPaid(Performed act, int times) {
    assertThat(act.printed()).filteredOn(line -> line.startsWith("PAID")).hasSize(times);
  }
}
