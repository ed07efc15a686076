package dev.countersign.it.langchain4j;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static dev.countersign.it.langchain4j.LangChain4j.CALL_CHANGED;
import static dev.countersign.it.langchain4j.LangChain4j.CALL_UNSUPPORTED;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.langchain4j.ArgumentActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;

/** Every kind of argument through the framework's own coercion (spec 1.3, rule V). */
class ArgumentsIT {

  private static final String[] HONEST = {
    "bigDecimal",
    "bigDecimalWithTrailingZero",
    "bigDecimalAsText",
    "bigInteger",
    "longBeyondBinary64",
    "integralSpellings",
    "doubles",
    "text",
    "numberAsText",
    "flag",
    "enumeration",
    "enumerationInLowerCase",
    "list",
    "set",
    "map",
    "array",
    "bean",
    "beanAsText",
    "beans",
    "record",
    "optionalGiven",
    "optionalMissing",
    "uuid",
    "dates",
    "defaultsTaken",
    "defaultsOverridden",
    "injected",
    "unnamed",
    "unknownKey",
    "blankArguments"
  };

  @OnEachJdk
  void whatTheModelMeantIsWhatRuns(Jdk jdk) {
    AgentRun run = LangChain4j.application(jdk).main(ArgumentActs.class, HONEST);

    assertThat(run).succeeded().sameAsWithoutAgent().deniedNothing().booksVerify();
    Books books = Books.of(run);
    assertThat(books.allowedScopes()).hasSize(HONEST.length);
    assertThat(books.events("allow"))
        .filteredOn(entry -> entry.path("scope").asText().startsWith("tool."))
        .allSatisfy(allow -> assertThat(sameParameters(books, allow)).isTrue());
  }

  @OnEachJdk
  void aValueThatTheFrameworkLosesIsADivergence(Jdk jdk) {
    AgentRun run =
        LangChain4j.application(jdk)
            .main(ArgumentActs.class, "lossyBigDecimal", "lossyListOfIntegers");

    assertThat(run)
        .succeeded()
        .printed(
            "bigDecimal: " + CALL_CHANGED, "answer: done", "list: " + CALL_CHANGED, "answer: done")
        .booksVerify();
    Books books = Books.of(run);
    JsonNode allow = books.allows("tool.bigdecimal").get(0);
    assertThat(books.outcomeOf(allow).path("error_code").asText()).isEqualTo("EffectRefused");
    assertThat(books.outcomeRecordOf(allow).at("/divergence/paths"))
        .extracting(JsonNode::asText)
        .containsExactly("/intent/arguments/v");
  }

  /** B53: what is no JSON number has no canonical form, wherever it comes from. */
  @OnEachJdk
  void notANumberAndInfinityAreUnsupported(Jdk jdk) {
    AgentRun run =
        LangChain4j.application(jdk)
            .main(ArgumentActs.class, "notANumberFromText", "infinityFromAHugeNumber");

    String told = "doubles: " + CALL_UNSUPPORTED;
    assertThat(run).succeeded().printed(told, "answer: done", told, "answer: done").booksVerify();
  }

  /** B54, and whatever else the framework repairs: two readers could see two calls. */
  @OnEachJdk
  void argumentsThatTheFrameworkRepairsAreUnsupported(Jdk jdk) {
    AgentRun run =
        LangChain4j.application(jdk)
            .main(
                ArgumentActs.class,
                "duplicateKeys",
                "duplicateKeysUnescaped",
                "trailingComma",
                "quotedObject");

    String told = "text: " + CALL_UNSUPPORTED;
    assertThat(run)
        .succeeded()
        .printed(
            told, "answer: done", told, "answer: done", told, "answer: done", told, "answer: done")
        .denied("CS-UNSUPPORTED")
        .booksVerify();
    assertThat(Books.of(run).allowedScopes()).isEmpty();
  }

  /** B48: a map of the application's own class could answer differently each time. */
  @OnEachJdk
  void aMapWithAnswersOfItsOwnIsUnsupported(Jdk jdk) {
    AgentRun run = LangChain4j.application(jdk).main(ArgumentActs.class, "mapWithAnswersOfItsOwn");

    assertThat(run)
        .succeeded()
        .printed("shifty: " + CALL_UNSUPPORTED, "answer: done")
        .booksVerify();
  }

  @OnEachJdk
  void whatTheFrameworkRefusesItselfLeavesAsItDidBefore(Jdk jdk) {
    AgentRun run = LangChain4j.application(jdk).main(ArgumentActs.class, "fractionForAnInteger");

    assertThat(run).exitedWith(1).sameAsWithoutAgent().deniedNothing().booksVerify();
  }

  private static boolean sameParameters(Books books, JsonNode allow) {
    JsonNode authorised = allow.path("authorized_params_hash");
    return authorised.equals(books.outcomeOf(allow).path("invoked_params_hash"));
  }
}
