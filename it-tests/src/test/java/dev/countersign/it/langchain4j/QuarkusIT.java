package dev.countersign.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.langchain4j.QuarkusActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import org.junit.jupiter.api.Test;

/** The call of an executor that Quarkus LangChain4j 1.5 makes without LangChain4j's service. */
class QuarkusIT {

  private static final Jdk JDK = Jdks.jdk(17);

  private static final ActTable TABLE =
      new ActTable(
          jdk ->
              LangChain4j.application(jdk)
                  .configured(
                      "bundle: quarkus\nversion: 1\nmode: enforce\nframeworks: [langchain4j]\n"
                          + "tools:\n"
                          + "  - tool: copy\n"
                          + "    pin: off\n"
                          + "    effects: [ { exec: { argv: [cp, --, \"${args.from}\","
                          + " \"${args.to}\"] } } ]\n"),
          QuarkusActs.class,
          "aCopy",
          "aCopyOfAnotherPage");

  @Test
  void itsCallIsResolvedWithWhatTheModelAskedFor() {
    LangChain4j.honest(TABLE, JDK, "aCopy", "tool.copy", "exec.cp");
  }

  @Test
  void whatTheToolDoesOtherwiseIsRefused() {
    assertThat(TABLE.without(JDK, "aCopyOfAnotherPage").changed()).contains("+copied");
    assertThat(TABLE.with(JDK, "aCopyOfAnotherPage").changed()).isEqualTo("none");
    assertThat(TABLE.with(JDK, "aCopyOfAnotherPage").printed())
        .containsExactly(LangChain4j.START_CHANGED);
  }
}
